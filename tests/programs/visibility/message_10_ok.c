//@ expect: safe
// Message passing (f = flag, then d = data): f = 1, d = 0 is impossible: data comes first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, flag;
int f, d;

static void *other(void *arg) {
    f = flag;
    d = data;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    data = 1;
    flag = 1;
    pthread_join(t, NULL);
    assert(!(f == 1 && d == 0));
    return 0;
}
