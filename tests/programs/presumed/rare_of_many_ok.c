//@ expect: safe
//@ flags: --reduction=presumed
// One of the last threads looks at its own cell only if another one was quicker than a third.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { THREADS = 160, FIRST = 131, SECOND = 142, WRITER = 153, READER = 159 };

static int cells[THREADS], seen;
static atomic_int turn, late;

static void *work(void *arg) {
    int self = (int)(long)arg;
    if (self == FIRST)
        late = turn;
    if (self == SECOND)
        turn = 1;
    if (self == READER && late)
        seen = cells[READER];
    cells[self] = self;
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
