/* Two threads add two counters to each other, without a lock. The planted bug: the bound that main
 * asserts is what is reached if they take turns perfectly, and so it can be reached. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ROUNDS 6
#define BOUND 377

static atomic_int i = 1, j = 1;

static void *first(void *arg) {
    for (int k = 0; k < ROUNDS; k++) {
        int sum = i + j;
        i = sum;
    }
    return arg;
}

static void *second(void *arg) {
    for (int k = 0; k < ROUNDS; k++) {
        int sum = j + i;
        j = sum;
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    int x = i, y = j;
    assert(x < BOUND && y < BOUND);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(i < BOUND && j < BOUND);
}
