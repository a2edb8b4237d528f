/* Values that are made when they are first asked for, with double-checked locking. The planted bug:
 * the flag that a value is there is set before the value of a large one is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 7
#define THREADS 5

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int there[SLOTS], value[SLOTS];

static int get(int slot) {
    if (!there[slot]) {
        pthread_mutex_lock(&lock);
        if (!there[slot]) {
            if (slot == SLOTS - 1) {
                there[slot] = 1;
                value[slot] = slot + 1;
            } else {
                value[slot] = slot + 1;
                there[slot] = 1;
            }
        }
        pthread_mutex_unlock(&lock);
    }
    return value[slot];
}

static void *user(void *arg) {
    int sum = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
        int found = get(slot);
        assert(found == slot + 1);
        sum += found;
    }
    assert(sum == SLOTS * (SLOTS + 1) / 2);
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, user, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
}
