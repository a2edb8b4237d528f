// A hand-written check that aborts.
#include <stdio.h>
#include <stdlib.h>

volatile int level = 11;

__attribute__((noinline)) static void check(int value) {
    if (value > 10) {
        fprintf(stderr, "level %d is too high\n", value);
        abort(); // expect: abort
    }
}

int main(void) {
    check(level);
    return 0;
}
