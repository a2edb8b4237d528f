//@ expect: safe
// clone is no cancellation point: who was cancelled goes on behind it.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

#define FLAGS (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM)

static char stack[1 << 16];
static int reached;

static int rest(void *argument) { return argument != NULL; }

static void *go(void *argument) {
    pthread_cancel(pthread_self());
    clone(rest, stack + sizeof stack, FLAGS, NULL);
    reached = 1;
    pthread_testcancel();
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, go, NULL);
    pthread_join(thread, NULL);
    assert(reached);
    return 0;
}
