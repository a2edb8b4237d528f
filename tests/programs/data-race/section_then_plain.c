//@ flags: --keep-going
// The same memory is written inside of an atomic section and again behind it, and another thread is about
// to write it all the time: two races, one right after the other.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int data;

static void *writer(void *arg) {
    data = 0; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    __VERIFIER_atomic_begin();
    data = 1; // expect: data-race
    __VERIFIER_atomic_end();
    data = 2; // expect: data-race
    pthread_join(t, NULL);
}
