//@ skip-none
// A jump rarely leaves the function that holds the lock.
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *worker(void *arg) {
    jmp_buf out;
    volatile int leave = rarely();
    if (setjmp(out) == 0) {
        pthread_mutex_lock(&lock); // expect: deadlock
        data++;
        if (leave)
            longjmp(out, 1);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, worker, NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(s, NULL); // expect: deadlock
    pthread_join(t, NULL); // expect: deadlock
}
