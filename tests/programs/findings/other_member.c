//@ flags: --allow-race value
// A name allows one member of a block, not the other.
#include <pthread.h>
#include <stdlib.h>

struct pair {
    volatile int value, other;
};

static void *work(void *arg) {
    struct pair *pair = arg;
    pair->value = 1;
    pair->other = 1; // expect: data-race
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct pair *mine = calloc(1, sizeof *mine);
    if (pthread_create(&thread, NULL, work, mine))
        return 1;
    mine->value = 2;
    mine->other = 2; // expect: data-race
    pthread_join(thread, NULL);
    free(mine);
    return 0;
}
