// Anderson's array lock: three threads enter twice each. Each waits for its own
// flag; whoever leaves sets the next one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3
#define ROUNDS 2

static atomic_int flag[THREADS] = {1};
static atomic_int ticket;
static int inside;

static void *run(void *argument) {
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        int place = atomic_fetch_add(&ticket, 1) % THREADS;
        while (!atomic_load(&flag[place]))
            ;
        assert(++inside == 1);
        inside--;
        atomic_store(&flag[place], 0);
        atomic_store(&flag[(place + 1) % THREADS], 1);
    }
    return 0;
}

int main(void) {
    pthread_t threads[THREADS - 1];
    for (int i = 0; i < THREADS - 1; i++)
        pthread_create(&threads[i], 0, run, 0);
    run(0);
    for (int i = 0; i < THREADS - 1; i++)
        pthread_join(threads[i], 0);
    return 0;
}
