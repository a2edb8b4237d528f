//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 3
// Writing to a shared mapping of a file.
// Ten times, while another thread is there and waits.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <unistd.h>

enum { TIMES = 10 };

static sem_t end;

static void *wait(void *arg)
{
    sem_wait(&end);
    return arg;
}

int main(void)
{
    pthread_t other;
    int fd = memfd_create("memory", 0);
    if (ftruncate(fd, 4096))
        return 1;
    char *text = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    sem_init(&end, 0, 0);
    pthread_create(&other, NULL, wait, NULL);
    for (int i = 0; i < TIMES; i++)
        text[i] = 1;
    sem_post(&end);
    pthread_join(other, NULL);
    munmap(text, 4096);
    close(fd);
    return 0;
}
