// Readers and writers of a pair of numbers that must agree, behind a
// pthread_rwlock_t.
#include <assert.h>
#include <pthread.h>

#ifndef READERS
#define READERS 4
#endif
#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef ROUNDS
#define ROUNDS 4
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;

static void *reader(void *argument) {
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_rwlock_rdlock(&lock);
        assert(left == right);
        pthread_rwlock_unlock(&lock);
    }
    return 0;
}

static void *writer(void *argument) {
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_rwlock_wrlock(&lock);
        left++;
        right++;
        pthread_rwlock_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t threads[READERS + WRITERS];
    for (int i = 0; i < READERS + WRITERS; i++)
        pthread_create(&threads[i], 0, i < READERS ? reader : writer, 0);
    for (int i = 0; i < READERS + WRITERS; i++)
        pthread_join(threads[i], 0);
    assert(left == WRITERS * ROUNDS);
    return 0;
}
