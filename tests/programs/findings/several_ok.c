//@ expect: safe
//@ flags: --keep-going
// Nothing is wrong: the thread has ended.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;
static int plain;

static void *work(void *arg) {
    a = 1;
    b = 1;
    plain = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    int first = a, second = b;
    plain = 2;
    assert(first >= second);
    return 6 / (3 - first - second) > 6;
}
