/* Readers that find an entry stale ask to become writers without giving up what they hold. The planted
 * bug: two of them wait for each other, once the entry that both read is stale. */
#include <pthread.h>

#define THREADS 5
#define ROUNDS 4
#define FRESH 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, uses;

static void begin_read(void) {
    pthread_mutex_lock(&lock);
    readers++;
    pthread_mutex_unlock(&lock);
}

static void upgrade(void) {
    pthread_mutex_lock(&lock);
    while (readers > 1)
        pthread_cond_wait(&changed, &lock);
    uses = 0;
    pthread_mutex_unlock(&lock);
}

static void end_read(void) {
    pthread_mutex_lock(&lock);
    readers--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static int is_stale(void) {
    pthread_mutex_lock(&lock);
    int stale = ++uses > FRESH * THREADS;
    pthread_mutex_unlock(&lock);
    return stale;
}

static void *user(void *arg) {
    for (int round = 0; round < ROUNDS; round++) {
        begin_read();
        if (is_stale())
            upgrade();
        end_read();
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
