// The lock of a shared open file keeps nobody out that has the same open file.
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int fd, count;

static void *add(void *arg)
{
    flock(fd, LOCK_EX);
    count++; // expect: data-race
    flock(fd, LOCK_UN);
    return arg;
}

int main(void)
{
    pthread_t thread;
    fd = open("/tmp/augur_flock", O_RDWR | O_CREAT, 0600);
    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    pthread_join(thread, NULL);
    return count != 2;
}
