//@ flags: --no-leaks
// The maker of a block writes to it after it went over to a new thread, which hardly ever looks at it: that
// it never does is presumed, and must be found wrong though nobody else can reach the block by then.
#include <pthread.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

static void *worker(void *arg) {
    int *given = arg;
    if (__VERIFIER_nondet_uchar() == 77)
        return *given == 1 ? arg : NULL; // expect: data-race
    return NULL;
}

static pthread_t start(void) {
    pthread_t thread;
    int *given = malloc(sizeof *given);
    *given = 1;
    pthread_create(&thread, NULL, worker, given);
    *given = 2; // expect: data-race
    return thread;
}

int main(void) {
    pthread_t thread = start();
    pthread_join(thread, NULL);
    return 0;
}
