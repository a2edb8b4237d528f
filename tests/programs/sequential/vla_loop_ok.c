//@ expect: safe
//@ skip-none
/* Arrays of variable length that come and go in a loop leave nothing behind. */
#include <stdio.h>

void *volatile last;

int main(void)
{
    long sum = 0;
    for (int n = 0; n < 3000; n++) {
        int array[n % 10 + 1];
        array[0] = 1;
        array[n % 10] = n;
        last = array;
        sum += array[0];
    }
    printf("%ld\n", sum);
    return 0;
}
