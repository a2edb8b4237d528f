//@ flags: --races warn
// All races are listed, and the search goes on to what they lead to.
#include <assert.h>
#include <pthread.h>

static volatile int hits, misses;

static int both(void) { return hits + misses; }

static void *work(void *arg) {
    hits++;
    misses++;
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    int seen = both();
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(seen <= 4 && hits == 2); // expect: assert
    return 0;
}
