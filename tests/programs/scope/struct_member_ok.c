//@ expect: safe
// The repaired twin of struct_member.c: each round has a worker, and waits for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct job {
    int number;
    atomic_int done;
};

static void *worker(void *arg) {
    struct job *job = arg;
    atomic_store(&job->done, job->number + 1);
    return NULL;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        struct job job = {i, 0};
        pthread_t t;
        pthread_create(&t, NULL, worker, &job);
        pthread_join(t, NULL);
        assert(atomic_load(&job.done) == i + 1);
    }
}
