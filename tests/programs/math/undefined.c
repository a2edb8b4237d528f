#include <math.h>
#include <stdio.h>

int main(void)
{
    double x;
    if (sin(x) > 0.5) // expect: uninit
        printf("large\n");
    return 0;
}
