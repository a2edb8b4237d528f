//@ expect: safe
//@ native: no
//@ flags: --keep-going
// The same memory is written inside of two atomic sections, and by another thread in one of its own.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int data;

static void *writer(void *arg) {
    __VERIFIER_atomic_begin();
    data = 0;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    __VERIFIER_atomic_begin();
    data = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    data = 2;
    __VERIFIER_atomic_end();
    pthread_join(t, NULL);
}
