// Shared memory is memory: two threads that write to it race.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static int *number;

static void *writes(void *unused)
{
    *number = 1; // expect: data-race
    return unused;
}

int main(void)
{
    int fd = memfd_create("memory", 0);
    if (fd < 0 || ftruncate(fd, sizeof *number))
        return 0;
    number = mmap(0, sizeof *number, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    pthread_t thread;
    pthread_create(&thread, 0, writes, 0);
    *number = 2;
    pthread_join(thread, 0);
    munmap(number, sizeof *number);
    close(fd);
    return 0;
}
