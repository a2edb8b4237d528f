//@ expect: livelock
// Two threads count up without a lock, main spins until both have counted.
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

static void *counter(void *arg) {
    int seen = count;
    count = seen + 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, counter, NULL);
    counter(NULL);
    while (count != 2) {
    }
    pthread_join(t, NULL);
    return 0;
}
