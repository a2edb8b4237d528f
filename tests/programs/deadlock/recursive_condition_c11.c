//@ expect: deadlock
// C11: a recursive mutex that is held twice is not given up by the wait either.
#include <threads.h>
static mtx_t lock;
static cnd_t condition;
static int ready;

static int waker(void *unused)
{
    (void)unused;
    mtx_lock(&lock);
    ready = 1;
    cnd_signal(&condition);
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
    while (!ready)
        cnd_wait(&condition, &lock);
    mtx_unlock(&lock);
    mtx_unlock(&lock);
    thrd_join(thread, NULL);
    return 0;
}
