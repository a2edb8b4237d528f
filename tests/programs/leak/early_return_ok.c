//@ expect: safe
// The repaired twin of early_return.c: one exit, one free.
#include <stdlib.h>

volatile int broken = 1;

__attribute__((noinline)) static int process(int n) {
    volatile char *buffer = malloc(8);
    buffer[0] = (char)n;
    int result = broken ? -1 : buffer[0];
    free((void *)buffer);
    return result;
}

int main(void) {
    return process(3) == -1 ? 0 : 1;
}
