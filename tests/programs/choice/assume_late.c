// A thread that gives its execution up does not undo what others did before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);
static atomic_int flag;

static void *quits(void *arg) {
    __VERIFIER_assume(0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, quits, NULL);
    flag = 1;
    assert(flag == 0); // expect: assert
    pthread_join(t, NULL);
}
