//@ flags: --reduction=presumed
// What one of the last threads does beside another happens only if a third one was quicker than a fourth.
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
        seen = cells[WRITER]; // expect: data-race
    cells[self] = self; // expect: data-race
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
