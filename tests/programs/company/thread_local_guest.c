// Somebody rarely looks at a thread's own variable when that thread has ended.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local atomic_int own;
static atomic_int *_Atomic lent;
static atomic_int asked;

static void *lends(void *arg) {
    own = 3;
    lent = &own;
    return arg;
}

static void *looks(void *arg) {
    atomic_int *other = lent;
    if (other && asked)
        return (void *)(long)*other; // expect: use-after-free
    return arg;
}

static void *asks(void *arg) {
    asked = 1;
    return arg;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, lends, NULL);
    pthread_create(&threads[1], NULL, looks, NULL);
    pthread_create(&threads[2], NULL, asks, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
