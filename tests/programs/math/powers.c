//@ expect: safe
/* A function of a value that is not defined gives one that is not defined, which
 * hurts only when the program decides on it. */
#include <math.h>

int main(void)
{
    double x, y = sin(x) + pow(x, 2);
    (void)y;
    return 0;
}
