// Fingerprints and depth-first go together: what is found is as good as ever.
//@ flags: --lossy --order dfs --states 4000
//@ opt: O2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int mine, yours, turns;

static void *count(void *argument) {
    (void)argument;
    for (int i = 0; i < 300; i++)
        atomic_fetch_add(&yours, 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    for (int i = 0; i < 300; i++) {
        atomic_fetch_add(&mine, 1);
        if (atomic_load(&mine) == 299)
            assert(atomic_fetch_add(&turns, 1) == 1); // expect: assert
    }
    pthread_join(thread, 0);
    return 0;
}
