// An average over nothing.
#include <stdio.h>

volatile int sum = 10;
volatile int count = 0;

int main(void) {
    printf("%d\n", sum / count); // expect: div-by-zero
    return 0;
}
