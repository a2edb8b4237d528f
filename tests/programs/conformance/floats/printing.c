// printf of floats in every format.
#include <stdio.h>

int main(void)
{
    double d[] = { 0, 1, -1.5, 123456789, 0.000012345, 1e100, 9.9999999, 2.5 };
    for (int i = 0; i < 8; i++) {
        printf("[%f] [%.0f] [%10.3f] [%-10.1f] [%+e] [%.2E]\n", d[i], d[i], d[i], d[i], d[i], d[i]);
        printf("[%g] [%G] [%#g] [%.3g] [%010.2f] [% g]\n", d[i], d[i], d[i], d[i], d[i], d[i]);
    }
    return 0;
}
