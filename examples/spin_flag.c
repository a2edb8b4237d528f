//@ expect: safe
// One thread waits for another by looking at a flag again and again.
//
// The loop has no bound: in one interleaving it turns once, in another a
// thousand times. All of them together still have only a handful of states, and
// the checker visits each once. No bound has to be given, and "safe" is meant
// for any number of rounds.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

int message;       // Plain memory, handed over …
atomic_bool ready; // … by an atomic flag.

static void *sender(void *arg) {
    message = 42;
    ready = true; // Exchange these two lines and the message is a data race.
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, sender, NULL);
    while (!ready) {
    }
    assert(message == 42);
    printf("the answer is %d\n", message);
    pthread_join(t, NULL);
    return 0;
}
