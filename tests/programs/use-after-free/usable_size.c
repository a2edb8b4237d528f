// The size of a block is asked for while another thread frees it.
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static void *block;
static sem_t started;

static void *worker(void *arg) {
    sem_post(&started);
    return malloc_usable_size(block) ? arg : NULL; // expect: use-after-free
}

int main(void) {
    pthread_t t;
    sem_init(&started, 0, 0);
    block = malloc(4);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&started);
    free(block);
    pthread_join(t, NULL);
}
