//@ expect: safe
// Two threads count up in one step, main spins until both have counted.
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

static void *counter(void *arg) {
    count++;
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
