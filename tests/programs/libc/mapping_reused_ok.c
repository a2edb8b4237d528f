//@ expect: safe
// As mapping_reused.c, but the second mapping is there before the first is given back.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

static _Atomic(void *) current;

static void *map(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void *ends(void *arg) {
    munmap(atomic_exchange(&current, NULL), 4096);
    return arg;
}

int main(void) {
    pthread_t thread;
    current = map();
    void *now = map();
    pthread_create(&thread, NULL, ends, NULL);
    void *old = current;
    int same = old == now;
    pthread_join(thread, NULL);
    munmap(now, 4096);
    assert(!same);
    return 0;
}
