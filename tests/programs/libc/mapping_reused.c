// A mapping may be where another was that has been given back meanwhile: that can be any time before.
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
    pthread_create(&thread, NULL, ends, NULL);
    void *old = current;
    void *now = map();
    int same = old == now;
    pthread_join(thread, NULL);
    munmap(now, 4096);
    assert(!same); // expect: assert
    return 0;
}
