//@ expect: safe
// As mapped_id.c, but the thread that looks is started last.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

static void *nothing(void *arg) { return arg; }

static void *looks(void *arg) {
    pthread_t *ids = arg;
    return ids[1] ? arg : NULL;
}

int main(void) {
    pthread_t *ids = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&ids[1], NULL, nothing, NULL);
    pthread_create(&ids[0], NULL, looks, ids);
    pthread_join(ids[0], NULL);
    pthread_join(ids[1], NULL);
    munmap(ids, 4096);
    return 0;
}
