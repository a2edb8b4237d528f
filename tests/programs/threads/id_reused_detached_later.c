// Nor need it have ended by then: it may end just before the next one is started.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int go;

static void *wait(void *arg) {
    while (!go) {
    }
    return arg;
}

static void *run(void *arg) { return arg; }

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, wait, NULL);
    pthread_detach(first);
    go = 1;
    pthread_create(&second, NULL, run, NULL);
    int same = pthread_equal(first, second);
    pthread_join(second, NULL);
    assert(!same); // expect: assert
    return 0;
}
