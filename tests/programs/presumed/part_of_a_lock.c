//@ skip-none
// One byte of the word that names the owner of a held lock is overwritten by somebody else. All that is seen
// of that word while there are several threads is another of its bytes.
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static union {
    pthread_mutex_t lock;
    _Atomic char bytes[sizeof(pthread_mutex_t)];
} both = { PTHREAD_MUTEX_INITIALIZER };
static atomic_int copy;

static void *look(void *arg) {
    if (rarely())
        both.bytes[8] = 77;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&both.lock);
    pthread_create(&t, NULL, look, NULL);
    copy = both.bytes[10];
    pthread_join(t, NULL);
    pthread_mutex_unlock(&both.lock); // expect: mutex-misuse
}
