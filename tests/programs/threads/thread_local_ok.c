//@ expect: safe
// Each thread has its own copy of a thread-local variable.
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 5;

__attribute__((noinline)) static void add(int n) {
    mine += n;
}

static void *worker(void *arg) {
    add(1);
    assert(mine == 6);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    add(10);
    assert(mine == 15);
    pthread_join(t, NULL);
    assert(mine == 15);
    return 0;
}
