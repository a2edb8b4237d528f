//@ flags: --reduction=presumed
// Each of many threads has a cell of its own, but one of the last looks at that of another.
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 150, CURIOUS = 145, OTHER = 130 };

static int cells[THREADS], seen;

static void *work(void *arg) {
    int self = (int)(long)arg;
    cells[self] = self; // expect: data-race
    if (self == CURIOUS)
        seen = cells[OTHER]; // expect: data-race
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return seen < 0;
}
