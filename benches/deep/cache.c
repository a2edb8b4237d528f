/* Readers keep copies of values, and a writer tells them to drop theirs. The planted bug: a copy that
 * is being fetched while it is dropped is kept, and a reader sees an old value after a new one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define READERS 3
#define WRITES 6
#define READS 5

static atomic_int stored, copy[READERS], valid[READERS], version[READERS];

static int get(int me) {
    if (valid[me])
        return copy[me];
    int value = stored;
    copy[me] = value;
    valid[me] = 1;
    return value;
}

static void *reader(void *arg) {
    int me = (int)(long)arg;
    int last = 0;
    for (int i = 0; i < READS; i++) {
        int announced = version[me];
        int value = get(me);
        assert(value >= announced);
        assert(value >= last);
        last = value;
    }
    return 0;
}

static void *writer(void *arg) {
    for (int i = 1; i <= WRITES; i++) {
        stored = i;
        for (int r = 0; r < READERS; r++) {
            valid[r] = 0;
            version[r] = i == WRITES ? i : 0;
        }
    }
    return arg;
}

int main(void) {
    pthread_t threads[READERS + 1];
    for (int i = 0; i < READERS; i++)
        pthread_create(&threads[i], 0, reader, (void *)(long)i);
    pthread_create(&threads[READERS], 0, writer, 0);
    for (int i = 0; i <= READERS; i++)
        pthread_join(threads[i], 0);
}
