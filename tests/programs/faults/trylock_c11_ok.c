//@ expect: safe
//@ flags: --faults spurious-failure
// The program has another way; and pthread_mutex_trylock does not fail like that.
#include <assert.h>
#include <pthread.h>
#include <threads.h>

int main(void)
{
    mtx_t lock;
    pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
    mtx_init(&lock, mtx_plain);
    if (mtx_trylock(&lock) != thrd_success)
        mtx_lock(&lock);
    mtx_unlock(&lock);
    mtx_destroy(&lock);
    int error = pthread_mutex_trylock(&other);
    assert(error == 0);
    pthread_mutex_unlock(&other);
    return 0;
}
