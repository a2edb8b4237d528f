//@ expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int tickets = 1;

static void *buy(void *sold) {
    int seen = tickets;
    // Looking and taking are one step; who was too late looks again.
    while (seen > 0 && !atomic_compare_exchange_weak(&tickets, &seen, seen - 1)) {
    }
    *(int *)sold = seen > 0;
    return NULL;
}

int main(void) {
    pthread_t t;
    int mine = 0, theirs = 0;
    pthread_create(&t, NULL, buy, &theirs);
    buy(&mine);
    pthread_join(t, NULL);
    assert(mine + theirs <= 1);
}
