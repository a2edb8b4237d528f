// Calendar arithmetic: day numbers, weekdays, leap years, Easter.
#include <stdio.h>

static long days(long y, int m, int d) { y -= m <= 2; long era = (y >= 0 ? y : y - 399) / 400; unsigned yoe = (unsigned)(y - era * 400), doy = (153u * (unsigned)(m + (m > 2 ? -3 : 9)) + 2) / 5 + (unsigned)d - 1, doe = yoe * 365 + yoe / 4 - yoe / 100 + doy; return era * 146097 + (long)doe - 719468; }
static void easter(int y, int *m, int *d) { int a = y % 19, b = y / 100, c = y % 100, h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30, l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7, k = (a + 11 * h + 22 * l) / 451; *m = (h + l - 7 * k + 114) / 31, *d = (h + l - 7 * k + 114) % 31 + 1; }

int main(void)
{
    printf("%ld %ld %ld %ld\n", days(1970, 1, 1), days(2000, 3, 1), days(1600, 2, 29), days(-1, 12, 31));
    for (int y = 1999; y < 2030; y += 6) { int m, d; easter(y, &m, &d); printf("%d-%d-%d %ld\n", y, m, d, (days(y, m, d) % 7 + 11) % 7); }
    return 0;
}
