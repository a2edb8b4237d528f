// The read comes one line after the unlock.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int total;
volatile int copies[2];

static void add(int who) {
    pthread_mutex_lock(&m);
    total += 1; // expect: data-race
    pthread_mutex_unlock(&m);
    copies[who] = total; // expect: data-race
}

static void *worker(void *arg) {
    add(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    add(0);
    pthread_join(t, NULL);
    return 0;
}
