//@ expect: safe
// A thread creates and joins a thread of its own.
#include <assert.h>
#include <pthread.h>

static void *leaf(void *arg) {
    *(int *)arg += 1;
    return NULL;
}

static void *branch(void *arg) {
    pthread_t t;
    int mine = 1;
    pthread_create(&t, NULL, leaf, &mine);
    pthread_join(t, NULL);
    *(int *)arg = mine + 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    int result = 0;
    pthread_create(&t, NULL, branch, &result);
    pthread_join(t, NULL);
    assert(result == 3);
    return 0;
}
