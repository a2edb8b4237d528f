//@ expect: safe
// Arguments go in through pthread_create, results come out through pthread_join.
#include <assert.h>
#include <pthread.h>

static void *add_one(void *arg) {
    return (void *)((long)arg + 1);
}

int main(void) {
    pthread_t t[2];
    void *result;
    for (long i = 0; i < 2; i++)
        assert(pthread_create(&t[i], NULL, add_one, (void *)(i * 10)) == 0);
    for (long i = 0; i < 2; i++) {
        assert(pthread_join(t[i], &result) == 0);
        assert((long)result == i * 10 + 1);
    }
    return 0;
}
