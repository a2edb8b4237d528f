//@ expect: safe
// pthread_exit from deep inside a thread ends it with a result.
#include <assert.h>
#include <pthread.h>

__attribute__((noinline)) static void dive(int depth) {
    if (depth == 0)
        pthread_exit((void *)77);
    dive(depth - 1);
}

static void *worker(void *arg) {
    dive(3);
    return arg;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &result);
    assert(result == (void *)77);
    return 0;
}
