//@ flags: --order dfs
// A thread that ends takes a variable along that others can reach. That it has ended can be told only
// together with the end of the variable.
#include <pthread.h>
#include <stdatomic.h>

static int *_Atomic shared;
static _Thread_local int local;
static atomic_int steps;

static void *owner(void *arg) {
    shared = &local;
    return arg;
}

static void *other(void *arg) {
    steps++;
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, owner, NULL);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(s, NULL);
    int *stale = shared;
    steps++;
    pthread_join(t, NULL);
    if (steps == 2)
        *stale = 1; // expect: use-after-free
}
