//@ expect: safe
// The repaired twin of after_check.c: the level stays below the limit.
#include <stdio.h>
#include <stdlib.h>

volatile int level = 10;

__attribute__((noinline)) static void check(int value) {
    if (value > 10) {
        fprintf(stderr, "level %d is too high\n", value);
        abort();
    }
}

int main(void) {
    check(level);
    return 0;
}
