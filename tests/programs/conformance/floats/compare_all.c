// All comparisons of all kinds of float, NaN included.
#include <stdio.h>

#define ALL(type)                                                                                     \
    do {                                                                                              \
        volatile type zero = 0;                                                                       \
        type v[] = { 0, -zero, 1, -1, 1 / zero, -1 / zero, zero / zero };                             \
        for (int i = 0; i < 7; i++)                                                                   \
            for (int j = 0; j < 7; j++)                                                               \
                printf("%d%d%d%d%d%d ", v[i] < v[j], v[i] <= v[j], v[i] == v[j], v[i] != v[j], v[i] > v[j], !(v[i] >= v[j])); \
        puts("");                                                                                     \
    } while (0)

int main(void)
{
    ALL(float); ALL(double); ALL(long double); ALL(_Float16); ALL(__float128);
    return 0;
}
