//@ expect: safe
//@ flags: --reduction=presumed
// Each of many threads has a cell and a lock of its own.
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 220 };

static struct {
    pthread_mutex_t lock;
    int value;
} cells[THREADS];

static void *work(void *arg) {
    int self = (int)(long)arg;
    pthread_mutex_lock(&cells[self].lock);
    cells[self].value++;
    pthread_mutex_unlock(&cells[self].lock);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_mutex_init(&cells[i].lock, NULL);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}
