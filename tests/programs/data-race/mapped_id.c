// Memory from mmap is the program's: that an id is stored there is a write like any other.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

static void *nothing(void *arg) { return arg; }

static void *looks(void *arg) {
    pthread_t *ids = arg;
    return ids[1] ? arg : NULL; // expect: data-race
}

int main(void) {
    pthread_t *ids = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&ids[0], NULL, looks, ids);
    pthread_create(&ids[1], NULL, nothing, NULL); // expect: data-race
    pthread_join(ids[0], NULL);
    pthread_join(ids[1], NULL);
    munmap(ids, 4096);
    return 0;
}
