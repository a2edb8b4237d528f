// Scouts find an error at the end of a long way, long before breadth-first search would come there.
//@ flags: --states 4000
//@ skip-none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int mine, yours;

static void *count(void *argument) {
    for (int i = 0; i < 100 && mine <= 100; i++)
        atomic_fetch_add(&yours, 1);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    for (int i = 0; i < 100 && yours <= 100; i++)
        atomic_fetch_add(&mine, 1);
    pthread_join(thread, 0);
    assert(mine + yours == 100); // expect: assert
    return 0;
}
