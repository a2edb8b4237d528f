/* A ticket lock with six tickets. The planted bug: with seven threads at the lock, two of them
 * have the same ticket. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 9
#define TICKETS 8
#define ROUNDS 1

static atomic_uint tickets, served;
static atomic_int inside;

static void *user(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        unsigned mine = atomic_fetch_add(&tickets, 1) % TICKETS;
        while (served % TICKETS != mine)
            ;
        int others = atomic_fetch_add(&inside, 1);
        assert(others == 0);
        atomic_fetch_sub(&inside, 1);
        atomic_fetch_add(&served, 1);
    }
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, user, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
}
