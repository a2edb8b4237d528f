// A handler that finds its work undone.
#include <assert.h>
#include <stdlib.h>

static int closed;

static void check(void) {
    assert(closed); // expect: assert
}

static void close_all(void) {
    closed = 1;
}

int main(void) {
    atexit(close_all);
    atexit(check); // Registered later, called earlier.
    return 0;
}
