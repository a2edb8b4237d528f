//@ expect: safe
// The repaired twin of noreturn_returns.c: the promise is kept.
#include <stdlib.h>

__attribute__((noreturn)) static void give_up(void) {
    exit(0);
}

typedef void stopper(void) __attribute__((noreturn));
stopper *volatile stop = give_up;

int main(void) {
    stop();
}
