//@ expect: safe
// Each thread has a local variable of main's.
#include <assert.h>
#include <pthread.h>

static void *work(void *arg) {
    int *own = arg;
    own[0]++;
    own[1] += own[0];
    return NULL;
}

int main(void) {
    pthread_t s, t;
    int a[2] = { 0, 0 }, b[2] = { 0, 0 };
    pthread_create(&s, NULL, work, a);
    pthread_create(&t, NULL, work, b);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(a[1] + b[1] == 2);
    return 0;
}
