// A thread that waits at a barrier in the middle of an atomic section lets others in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static pthread_barrier_t both;
static atomic_int stage;

static void *meet(void *unused)
{
    (void)unused;
    __VERIFIER_atomic_begin();
    stage = 1;
    pthread_barrier_wait(&both);
    stage = 2;
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&thread, NULL, meet, NULL);
    int seen = stage;
    pthread_barrier_wait(&both);
    pthread_join(thread, NULL);
    assert(seen != 1); // expect: assert
}
