// Three must come; one of them rarely does not. Who was last is told by the result.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static atomic_int busy, last;

static void *comes(void *arg) {
    if ((long)arg == 3 && busy == 1)
        return NULL;
    if (pthread_barrier_wait(&barrier))
        last = (int)(long)arg;
    return NULL;
}

static void *steps(void *arg) {
    busy = 1;
    return arg;
}

int main(void) {
    pthread_t threads[4];
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&threads[0], NULL, steps, NULL);
    for (long i = 1; i < 4; i++)
        pthread_create(&threads[i], NULL, comes, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL); // expect: deadlock
    return last;
}
