//@ expect: safe
// Who was last frees the block with the barrier; the other one has looked into it before.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct meeting {
    pthread_barrier_t both;
    atomic_int seen;
};

static atomic_int done;

static void *comes(void *arg) {
    struct meeting *meeting = arg;
    meeting->seen++;
    if (pthread_barrier_wait(&meeting->both)) {
        pthread_barrier_destroy(&meeting->both);
        free(meeting);
    }
    done++;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    struct meeting *meeting = malloc(sizeof *meeting);
    meeting->seen = 0;
    pthread_barrier_init(&meeting->both, NULL, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, comes, meeting);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}
