// Output of a block that another thread frees: the read is all that is visible of it.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

static char *text;
static sem_t started;

static void *worker(void *arg) {
    sem_post(&started);
    if (write(1, text, 4) != 4) // expect: use-after-free
        abort();
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&started, 0, 0);
    text = calloc(4, 1);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&started);
    free(text);
    pthread_join(t, NULL);
}
