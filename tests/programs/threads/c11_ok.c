//@ expect: safe
// <threads.h>: threads, a mutex, a condition variable, a key, once.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int ready, initialised;
static atomic_int destroyed;

static void initialise(void) { initialised++; }
static void destroy(void *value) { assert(value == &key), destroyed++; }

static int wait(void *arg)
{
    call_once(&once, initialise);
    tss_set(key, &key);
    mtx_lock(&lock);
    while (!ready)
        cnd_wait(&changed, &lock);
    mtx_unlock(&lock);
    return arg ? 7 : 0;
}

int main(void)
{
    thrd_t thread;
    int result;
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    tss_create(&key, destroy);
    assert(thrd_create(&thread, wait, &key) == thrd_success);
    call_once(&once, initialise);
    mtx_lock(&lock);
    ready = 1;
    cnd_broadcast(&changed);
    mtx_unlock(&lock);
    assert(thrd_join(thread, &result) == thrd_success && result == 7);
    assert(initialised == 1 && destroyed == 1);
    cnd_destroy(&changed);
    mtx_destroy(&lock);
    tss_delete(key);
    return 0;
}
