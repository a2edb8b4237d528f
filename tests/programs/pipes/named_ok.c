/* A pipe that both find by its name. */
//@ expect: safe
//@ native: no
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *writer(void *unused)
{
    int fd = open("/tmp/augur-fifo", O_WRONLY);
    assert(fd >= 0 && write(fd, "x", 1) == 1);
    close(fd);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char byte;
    struct stat status;
    assert(!mkfifo("/tmp/augur-fifo", 0600));
    assert(mkfifo("/tmp/augur-fifo", 0600) == -1 && errno == EEXIST);
    assert(!stat("/tmp/augur-fifo", &status) && S_ISFIFO(status.st_mode));
    assert(open("/tmp/augur-fifo", O_WRONLY | O_NONBLOCK) == -1 && errno == ENXIO);
    pthread_create(&thread, 0, writer, 0);
    int fd = open("/tmp/augur-fifo", O_RDONLY);
    assert(fd >= 0 && read(fd, &byte, 1) == 1 && byte == 'x');
    assert(read(fd, &byte, 1) == 0);
    pthread_join(thread, 0);
    close(fd);
    fd = open("/tmp/augur-fifo", O_RDWR);
    assert(fd >= 0 && write(fd, "y", 1) == 1 && read(fd, &byte, 1) == 1 && byte == 'y');
    close(fd);
    assert(!unlink("/tmp/augur-fifo"));
    return 0;
}
