//@ expect: safe
//@ output: native
// The generators draw the same numbers as glibc's.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    for (int i = 0; i < 40; i++)
        printf("%d ", rand());
    for (unsigned seed = 0; seed < 12; seed++) {
        srand(seed * seed * 977);
        printf("\n%u:", seed);
        for (int i = 0; i < 8; i++)
            printf(" %ld", random());
        unsigned r = seed;
        for (int i = 0; i < 8; i++)
            printf(" %d", rand_r(&r));
    }
    static char tables[5][256];
    static const size_t sizes[] = { 8, 32, 64, 128, 256 };
    for (int kind = 0; kind < 5; kind++) {
        char *old = initstate(42, tables[kind], sizes[kind]);
        printf("\nkind %d:", kind);
        for (int i = 0; i < 100; i++)
            if (random() % 10 == 3)
                printf(" %d:%ld", i, random());
        setstate(old);
        printf(" / %ld", random());
    }
    struct random_data data;
    char table[64];
    int n;
    memset(&data, 0, sizeof data);
    initstate_r(7, table, sizeof table, &data);
    for (int i = 0; i < 10; i++) {
        random_r(&data, &n);
        printf(" %d", n);
    }
    printf("\n%.17g %ld %ld\n", drand48(), lrand48(), mrand48());
    for (long seed = -3; seed < 3; seed++) {
        srand48(seed * 123456789);
        unsigned short x[3] = { 1, 2, 3 };
        for (int i = 0; i < 5; i++)
            printf("%.17g %ld %ld %.17g %ld %ld\n", drand48(), lrand48(), mrand48(), erand48(x), nrand48(x), jrand48(x));
    }
    unsigned short parameters[7] = { 1, 2, 3, 4, 5, 6, 7 }, seed[3] = { 9, 8, 7 };
    lcong48(parameters);
    printf("%ld %ld\n", lrand48(), lrand48());
    unsigned short *old = seed48(seed);
    printf("%d %d %d %ld\n", old[0], old[1], old[2], lrand48());
    return 0;
}
