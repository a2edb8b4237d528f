// An array of packed records addressed by a moving pointer.
#include <stdio.h>

struct date { unsigned day : 5, month : 4, year : 12, weekday : 3; };

static const struct date dates[] = { { 1, 1, 2000, 6 }, { 29, 2, 2024, 4 }, { 31, 12, 1999, 5 }, { 15, 8, 1947, 5 } };

static long number(const struct date *d) { return d->year * 10000L + d->month * 100 + d->day; }

int main(void)
{
    long sum = 0;
    struct date copy[4];
    for (const struct date *d = dates; d < dates + 4; d++)
        copy[d - dates] = *d, sum += number(d);
    for (int i = 0; i < 4; i++)
        copy[i].year -= 100, printf("%ld %u\n", number(copy + i), copy[i].weekday);
    printf("%ld\n", sum);
    return 0;
}
