//@ expect: leak
// The error path forgets the buffer.
#include <stdlib.h>

volatile int broken = 1;

__attribute__((noinline)) static int process(int n) {
    volatile char *buffer = malloc(8);
    buffer[0] = (char)n;
    if (broken)
        return -1;
    int result = buffer[0];
    free((void *)buffer);
    return result;
}

int main(void) {
    return process(3) == -1 ? 0 : 1;
}
