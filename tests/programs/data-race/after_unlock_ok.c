//@ expect: safe
// The repaired twin of after_unlock.c; the copies lie side by side and do not race.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int total;
volatile int copies[2];

static void add(int who) {
    pthread_mutex_lock(&m);
    total += 1;
    int now = total;
    pthread_mutex_unlock(&m);
    copies[who] = now;
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
