// A pointer to a member of a struct of the round before.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct job {
    int number;
    atomic_int done;
};

static _Atomic(atomic_int *) flag;

static void *worker(void *arg) {
    (void)arg;
    atomic_int *done = atomic_load(&flag);
    if (done)
        atomic_store(done, 1); // expect: dead-stack
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (int i = 0; i < 2; i++) {
        struct job job = {i, 0};
        atomic_store(&flag, &job.done);
        if (i == 1)
            pthread_join(t, NULL);
    }
}
