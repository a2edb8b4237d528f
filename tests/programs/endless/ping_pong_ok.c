//@ expect: safe
//@ native: no
// Two threads wake each other for ever through a condition variable.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int turn;

static void play(int me) {
    pthread_mutex_lock(&m);
    for (;;) {
        while (turn != me)
            pthread_cond_wait(&c, &m);
        turn = 1 - me;
        pthread_cond_signal(&c);
    }
}

static void *worker(void *arg) {
    play(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    play(0);
}
