// What `read` stores in memory from mmap races with others, though it does so in one action.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static char *page;
static int ends[2];

static void *reads(void *arg) {
    read(ends[0], page, 1); // expect: data-race
    return arg;
}

int main(void) {
    pthread_t thread;
    page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pipe(ends);
    write(ends[1], "a", 1);
    pthread_create(&thread, NULL, reads, NULL);
    page[0] = 'b'; // expect: data-race
    pthread_join(thread, NULL);
    munmap(page, 4096);
    return 0;
}
