//@ expect: safe
//@ native: no
//@ skip-none
// Each adds its number once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_barrier_t barrier;
static atomic_int seen;

static void *comes(void *arg) {
    __VERIFIER_atomic_begin();
    pthread_barrier_wait(&barrier);
    seen = seen * 4 + *(int *)arg;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    static int numbers[] = { 1, 2, 3 };
    pthread_t threads[3];
    pthread_barrier_init(&barrier, NULL, 3);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, comes, &numbers[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(seen % 4 + seen / 4 % 4 + seen / 16 == 6);
}
