// There is nothing to find for scouts, and safe is what the search says.
//@ expect: safe
//@ skip-none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int mine, yours;

static void *count(void *argument) {
    for (int i = 0; i < 40 && mine <= 40; i++)
        atomic_fetch_add(&yours, 1);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    for (int i = 0; i < 40 && yours <= 40; i++)
        atomic_fetch_add(&mine, 1);
    pthread_join(thread, 0);
    assert(mine + yours == 80);
    return 0;
}
