/* A token goes round and whoever has it may work. A station that finds the token lost makes a new one.
 * The planted bug: lost is what was not seen in two looks at the counter of rounds, and a slow holder
 * makes two looks equal. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STATIONS 5
#define ROUNDS 3
#define WORK 3

static atomic_int token[STATIONS] = {1}, passed, working, done_alone;

static void *station(void *arg) {
    int me = (int)(long)arg;
    for (int done = 0, looks = 0, last = -1; done < ROUNDS;) {
        if (atomic_exchange(&token[me], 0)) {
            int others = atomic_fetch_add(&working, 1);
            assert(others == 0);
            atomic_fetch_sub(&working, 1);
            atomic_fetch_add(&passed, 1);
            token[(me + 1) % STATIONS] = 1;
            done++;
            looks = 0;
            for (int i = 0; i < WORK; i++)
                atomic_fetch_add(&done_alone, 1);
        } else if (me == 0) {
            int now = passed;
            looks = now == last ? looks + 1 : 0;
            last = now;
            if (looks == 3 && now > STATIONS) {
                token[me] = 1;
                looks = 0;
            }
        }
    }
    return 0;
}

int main(void) {
    pthread_t threads[STATIONS];
    for (int i = 0; i < STATIONS; i++)
        pthread_create(&threads[i], 0, station, (void *)(long)i);
    for (int i = 0; i < STATIONS; i++)
        pthread_join(threads[i], 0);
}
