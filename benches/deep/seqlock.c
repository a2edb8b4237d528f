/* A sequence lock whose counter has two bits. The planted bug: a reader that sleeps through two whole
 * updates finds the same number again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define WRITERS 2
#define READERS 4
#define WRITES 3
#define READS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int sequence, left, right;

static void *writer(void *arg) {
    for (int i = 0; i < WRITES; i++) {
        pthread_mutex_lock(&lock);
        int now = sequence;
        sequence = (now + 1) & 3;
        left = left + 1;
        right = right + 1;
        sequence = (now + 2) & 3;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *reader(void *arg) {
    for (int i = 0; i < READS; i++) {
        int before = sequence;
        if (before & 1)
            continue;
        int a = left, b = right;
        if (sequence == before)
            assert(a == b);
    }
    return arg;
}

int main(void) {
    pthread_t threads[WRITERS + READERS];
    for (int i = 0; i < WRITERS + READERS; i++)
        pthread_create(&threads[i], 0, i < WRITERS ? writer : reader, 0);
    for (int i = 0; i < WRITERS + READERS; i++)
        pthread_join(threads[i], 0);
}
