/* The writer may be gone before the reader comes back from open, and then there is nothing to read. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *writer(void *unused)
{
    close(open("/tmp/augur-fifo", O_WRONLY));
    return unused;
}

int main(void)
{
    pthread_t thread;
    char byte;
    mkfifo("/tmp/augur-fifo", 0600);
    pthread_create(&thread, 0, writer, 0);
    int fd = open("/tmp/augur-fifo", O_RDONLY);
    assert(read(fd, &byte, 1) == 1); // expect: assert
    pthread_join(thread, 0);
    close(fd);
    return 0;
}
