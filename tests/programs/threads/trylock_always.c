// trylock need not succeed for both threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int counter;

static void add(void) {
    if (pthread_mutex_trylock(&m) == 0) {
        counter++;
        pthread_mutex_unlock(&m);
    }
}

static void *worker(void *arg) {
    add();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    add();
    pthread_join(t, NULL);
    assert(counter == 2); // expect: assert
    return 0;
}
