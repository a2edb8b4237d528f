// The game goes on for ever, but once in four rounds the token is handed on too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int token;
atomic_int holder;

static void play(int me) {
    for (int round = 0;; round = (round + 1) % 4) {
        while (token != me) {
        }
        holder = me;
        if (round == 3)
            token = 1 - me;
        int seen = holder;
        assert(seen == me); // expect: assert
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
