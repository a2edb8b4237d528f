//@ expect: safe
// Locks exclude, are shared, are told apart by open files, and end with them.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int count;

static void *add(void *arg)
{
    int fd = open("/tmp/augur_flock", O_RDWR);
    assert(flock(fd, LOCK_EX) == 0);
    count++;
    close(fd);
    return arg;
}

int main(void)
{
    pthread_t thread;
    int a = open("/tmp/augur_flock", O_RDWR | O_CREAT, 0600), b = open("/tmp/augur_flock", O_RDWR);
    int c = dup(a);
    assert(flock(a, LOCK_EX) == 0 && flock(c, LOCK_EX) == 0);
    assert(flock(b, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK);
    assert(flock(c, LOCK_SH) == 0 && flock(b, LOCK_SH | LOCK_NB) == 0);
    assert(flock(a, LOCK_EX | LOCK_NB) == -1 && errno == EWOULDBLOCK);
    close(b);
    assert(flock(a, LOCK_EX) == 0);
    pthread_create(&thread, NULL, add, NULL);
    count++;
    close(a);
    flock(c, LOCK_UN);
    pthread_join(thread, NULL);
    assert(count == 2 && flock(c, 77) == -1 && errno == EINVAL);
    unlink("/tmp/augur_flock");
    return 0;
}
