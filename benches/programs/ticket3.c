// A ticket lock shared by three threads, several rounds each. One hot word, and
// a plain counter that the lock protects.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3
#define ROUNDS 4

static atomic_uint next_ticket;
static atomic_uint now_serving;
static int counter;

static void *run(void *argument) {
    for (int round = 0; round < ROUNDS; round++) {
        unsigned mine = atomic_fetch_add(&next_ticket, 1);
        while (atomic_load(&now_serving) != mine)
            ;
        counter++;
        atomic_store(&now_serving, mine + 1);
    }
    return argument;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    assert(counter == THREADS * ROUNDS);
    return 0;
}
