//@ expect: safe
// Output of a block that is freed only after the join.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

static char *text;
static sem_t started;

static void *worker(void *arg) {
    sem_post(&started);
    if (write(1, text, 4) != 4)
        abort();
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&started, 0, 0);
    text = calloc(4, 1);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&started);
    pthread_join(t, NULL);
    free(text);
}
