//@ expect: leak
//@ flags: --reduction=presumed
// Many threads start a helper each and hand it a block, which it fills; the last one to be joined is not freed.
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 80 };

static void *help(void *arg) {
    *(int *)arg = 1;
    return NULL;
}

static void *work(void *arg) {
    int *block = malloc(sizeof *block);
    pthread_t helper;
    pthread_create(&helper, NULL, help, block);
    pthread_join(helper, NULL);
    if (arg == NULL)
        free(block);
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, i == THREADS - 1 ? threads : NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}
