//@ expect: safe
// A thread of the system's own kind, without <pthread.h>: its end is a number that becomes 0.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FLAGS (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM)

static _Atomic int thread;
static int result;

static int square(void *argument) {
    result = *(int *)argument * *(int *)argument;
    return 0;
}

int main(void) {
    int number = 7;
    char *stack = malloc(1 << 16);
    int id = clone(square, stack + (1 << 16), FLAGS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID, &number, &thread,
                   NULL, &thread);
    assert(id > 0);
    for (int now; (now = thread) != 0;)
        syscall(SYS_futex, &thread, FUTEX_WAIT, now, NULL, NULL, 0);
    assert(result == 49);
    free(stack);
    return 0;
}
