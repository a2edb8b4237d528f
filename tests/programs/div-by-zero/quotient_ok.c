//@ expect: safe
// The repaired twin of quotient.c.
#include <stdio.h>

volatile int sum = 10;
volatile int count = 0;

int main(void) {
    if (count != 0)
        printf("%d\n", sum / count);
    return 0;
}
