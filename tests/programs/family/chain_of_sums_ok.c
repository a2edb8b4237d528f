//@ expect: safe
//@ skip-none
// Each thread joins the one before it, and adds to what that has left.
#include <assert.h>
#include <pthread.h>

#define THREADS 4

static pthread_t threads[THREADS];
static int sum;

static void *work(void *arg) {
    long i = (long)arg;
    if (i)
        pthread_join(threads[i - 1], NULL);
    sum += i;
    return NULL;
}

int main(void) {
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    pthread_join(threads[THREADS - 1], NULL);
    assert(sum == 6);
}
