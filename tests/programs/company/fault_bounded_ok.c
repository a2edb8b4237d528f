//@ expect: safe
//@ opt: O0
//@ flags: --faults malloc:1
//@ exits: 0 1 2
//@ native: no
// Threads that share nothing but that one allocation may fail, whosever it is.
#include <pthread.h>
#include <stdlib.h>

static void *allocates(void *arg) {
    void *block = malloc((size_t)arg * 4);
    long failed = block ? 0 : (long)arg;
    free(block);
    return (void *)failed;
}

int main(void) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, allocates, (void *)(i + 1)))
            return 3;
    void *first, *second;
    pthread_join(threads[0], &first);
    pthread_join(threads[1], &second);
    return (int)((long)first + (long)second);
}
