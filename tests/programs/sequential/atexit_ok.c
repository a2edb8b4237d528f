//@ expect: safe
// atexit handlers run in the opposite order of their registration.
#include <assert.h>
#include <stdlib.h>

static int stage;

static void last(void) { assert(stage == 2); }
static void first(void) { assert(stage == 1); stage = 2; }

int main(void) {
    atexit(last);
    atexit(first);
    stage = 1;
    return 0;
}
