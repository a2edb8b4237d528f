//@ flags: --faults spurious-failure
// C11: mtx_trylock may fail though nobody holds the mutex.
#include <assert.h>
#include <threads.h>

int main(void)
{
    mtx_t lock;
    mtx_init(&lock, mtx_plain);
    int result = mtx_trylock(&lock);
    assert(result == thrd_success); // expect: assert
    mtx_unlock(&lock);
    mtx_destroy(&lock);
    return 0;
}
