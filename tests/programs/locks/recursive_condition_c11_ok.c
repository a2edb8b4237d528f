//@ expect: safe
//@ native: no
// C11: who signals without the mutex wakes a waiter that holds it twice; signals come until one finds it.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
static mtx_t lock;
static cnd_t condition;
static atomic_int done;
static int inside;

static int waker(void *unused)
{
    (void)unused;
    while (!done)
        cnd_signal(&condition);
    mtx_lock(&lock);
    assert(!inside);
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t thread;
    mtx_init(&lock, mtx_plain | mtx_recursive);
    cnd_init(&condition);
    thrd_create(&thread, waker, NULL);
    mtx_lock(&lock);
    mtx_lock(&lock);
    inside = 1;
    cnd_wait(&condition, &lock);
    done = 1;
    mtx_unlock(&lock);
    inside = 0;
    mtx_unlock(&lock);
    thrd_join(thread, NULL);
    mtx_destroy(&lock);
    cnd_destroy(&condition);
    return 0;
}
