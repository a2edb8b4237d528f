// Who was last frees the block with the barrier; the other one rarely looks into it once more.
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
    if (pthread_barrier_wait(&meeting->both)) {
        pthread_barrier_destroy(&meeting->both);
        free(meeting);
    } else if (done == 1) {
        meeting->seen++; // expect: use-after-free
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
