//@ expect: safe
// The repaired twin of result_ignored.c.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    (void)arg;
    int *result = malloc(sizeof *result);
    *result = 4;
    return result;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &result);
    assert(*(int *)result == 4);
    free(result);
    return 0;
}
