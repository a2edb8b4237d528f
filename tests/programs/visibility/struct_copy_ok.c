//@ expect: safe
// The repaired twin of struct_copy.c: copied under a mutex, the struct is whole.
#include <assert.h>
#include <pthread.h>

struct pair {
    long a, b;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile struct pair shared;

static void *writer(void *arg) {
    pthread_mutex_lock(&m);
    shared.a = 1;
    shared.b = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&m);
    struct pair copy = shared;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    assert(copy.a == copy.b);
    return 0;
}
