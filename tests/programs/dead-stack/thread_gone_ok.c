//@ expect: safe
// The repaired twin of thread_gone.c: the result lies in main's frame.
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg) {
    *(int *)arg = 9;
    return NULL;
}

int main(void) {
    pthread_t t;
    int result;
    pthread_create(&t, NULL, worker, &result);
    pthread_join(t, NULL);
    assert(result == 9);
    return 0;
}
