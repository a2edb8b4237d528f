// A thread makes the variable anew by hand: what was done is done once more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int count;

static void counts(void) {
    count++;
}

static void *works(void *arg) {
    pthread_once(&once, counts);
    return arg;
}

static void *makes_anew(void *arg) {
    pthread_once(&once, counts);
    __atomic_store_n(&once, PTHREAD_ONCE_INIT, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, works, NULL);
    pthread_create(&threads[1], NULL, makes_anew, NULL);
    pthread_create(&threads[2], NULL, works, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(count < 2); // expect: assert
}
