//@ expect: safe
// A one-place mailbox handed over by exchange: every letter has one owner.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) mailbox;

static void *sender(void *arg) {
    for (int i = 1; i <= 2; i++) {
        int *letter = malloc(sizeof *letter);
        *letter = i;
        free(atomic_exchange(&mailbox, letter)); // A newer letter replaces an unread one.
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, sender, NULL);
    int last = 0;
    for (int round = 0; round < 2; round++) {
        int *letter = atomic_exchange(&mailbox, NULL);
        if (letter) {
            assert(*letter > last);
            last = *letter;
            free(letter);
        }
    }
    pthread_join(t, NULL);
    free(atomic_exchange(&mailbox, NULL));
    return 0;
}
