//@ expect: safe
//@ native: no
// As odd_atomic, with atomic accesses only; nobody sees half a value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct triple { long parts[3]; };
static _Atomic struct triple shared;

static void *look(void *arg)
{
    struct triple seen = atomic_load(&shared);
    assert(seen.parts[0] == seen.parts[1] && seen.parts[1] == seen.parts[2]);
    return arg;
}

int main(void)
{
    pthread_t thread;
    struct triple ones = { { 1, 1, 1 } }, none = { { 0, 0, 0 } };
    pthread_create(&thread, NULL, look, NULL);
    atomic_store(&shared, ones);
    atomic_exchange(&shared, none);
    atomic_compare_exchange_strong(&shared, &none, ones);
    pthread_join(thread, NULL);
    return 0;
}
