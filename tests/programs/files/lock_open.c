// Two open files lock bytes of the same file crosswise and wait for each other.
//@ expect: deadlock
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void lock(int fd, int byte)
{
    struct flock part = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1 };
    fcntl(fd, F_OFD_SETLKW, &part);
}

static void *other(void *unused)
{
    int fd = open("/tmp/file", O_RDWR | O_CREAT, 0600);
    lock(fd, 1);
    lock(fd, 0);
    close(fd);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int fd = open("/tmp/file", O_RDWR | O_CREAT, 0600);
    pthread_create(&thread, NULL, other, NULL);
    lock(fd, 0);
    lock(fd, 1);
    close(fd);
    pthread_join(thread, NULL);
    return 0;
}
