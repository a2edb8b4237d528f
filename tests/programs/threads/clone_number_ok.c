//@ expect: safe
// The number of a thread is stored before the thread begins and before clone returns, and nobody races with that.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#define FLAGS (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM)

static char stack[1 << 16];
static _Atomic int number, ended;

static int check(void *argument) {
    assert(number == gettid());
    ended = 1;
    return argument != NULL;
}

static void *look(void *argument) {
    assert(number >= 0);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    int id = clone(check, stack + sizeof stack, FLAGS | CLONE_PARENT_SETTID, NULL, &number);
    assert(id > 0 && id == number);
    pthread_join(thread, NULL);
    while (!ended)
        continue;
    return 0;
}
