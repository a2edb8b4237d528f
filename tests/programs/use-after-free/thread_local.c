// A thread-local variable ends with its thread, whoever still has a pointer to it.
#include <pthread.h>
#include <stddef.h>

static _Thread_local int own;
static int *shown;

static void *worker(void *arg) {
    own = 7;
    shown = &own;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return *shown != 7; // expect: use-after-free
}
