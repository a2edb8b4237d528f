// The number of a thread is stored where others look: by the system, whose write is no data race, at any time from
// the start on.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define FLAGS (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM)

static char stack[1 << 16];
static _Atomic int number;

static int rest(void *argument) { return argument != NULL; }

static void *look(void *argument) {
    assert(number == 0); // expect: assert
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    clone(rest, stack + sizeof stack, FLAGS | CLONE_PARENT_SETTID, NULL, &number);
    pthread_join(thread, NULL);
    return 0;
}
