// Who has started a thread of the system's own kind does not wait for it.
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>

#define FLAGS (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM)

static int result;
static char stack[1 << 16];

static int square(void *argument) {
    result = *(int *)argument; // expect: data-race
    return 0;
}

int main(void) {
    static int number = 7;
    clone(square, stack + sizeof stack, FLAGS, &number);
    return result - 49; // expect: data-race
}
