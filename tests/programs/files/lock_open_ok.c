//@ expect: safe
// Locks of parts of a file keep others out; closing gives them back.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int inside;

static void *work(void *unused)
{
    struct flock part = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 2, .l_len = 3 };
    int fd = open("/tmp/augur-locks", O_RDWR | O_CREAT, 0600);
    assert(fcntl(fd, F_OFD_SETLKW, &part) == 0);
    assert(inside++ == 0);
    inside--;
    close(fd);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    unlink("/tmp/augur-locks");
    return 0;
}
