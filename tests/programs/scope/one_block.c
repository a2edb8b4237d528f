// The block ends once, and a thread that it has started reads on.
#include <pthread.h>
#include <stdatomic.h>

static void *reader(void *arg) {
    atomic_load((atomic_int *)arg); // expect: dead-stack
    return arg;
}

int main(void) {
    pthread_t t;
    {
        atomic_int x = 1;
        pthread_create(&t, 0, reader, &x);
    }
    pthread_join(t, 0);
}
