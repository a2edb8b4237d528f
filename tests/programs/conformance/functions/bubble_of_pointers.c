// Sorting pointers to records by several keys, chosen at run time.
#include <stdio.h>
#include <string.h>

struct person { const char *name; int age; double height; };
static int by_name(const struct person *a, const struct person *b) { return strcmp(a->name, b->name); }
static int by_age(const struct person *a, const struct person *b) { return a->age - b->age; }
static int by_height(const struct person *a, const struct person *b) { return (a->height > b->height) - (a->height < b->height); }

int main(void)
{
    static const struct person people[] = { { "Eve", 31, 1.7 }, { "Bob", 25, 1.8 }, { "Al", 31, 1.65 }, { "Di", 19, 1.75 } };
    int (*keys[])(const struct person *, const struct person *) = { by_name, by_age, by_height };
    for (int k = 0; k < 3; k++) {
        const struct person *p[4];
        for (int i = 0; i < 4; i++) { int j = i; for (; j && keys[k](p[j - 1], &people[i]) > 0; j--) p[j] = p[j - 1]; p[j] = &people[i]; }
        for (int i = 0; i < 4; i++) printf("%s ", p[i]->name);
        puts("");
    }
    return 0;
}
