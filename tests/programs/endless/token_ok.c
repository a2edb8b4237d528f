//@ expect: safe
//@ native: no
// Two threads hand a token back and forth for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int token;
int holder;

static void play(int me) {
    for (;;) {
        while (token != me) {
        }
        holder = me;
        assert(holder == me);
        token = 1 - me;
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
