/* Two ends are opened one after the other by the same thread: the first open waits for ever. */
//@ expect: deadlock
#include <fcntl.h>
#include <sys/stat.h>

int main(void)
{
    mkfifo("/tmp/augur-fifo", 0600);
    int in = open("/tmp/augur-fifo", O_RDONLY);
    int out = open("/tmp/augur-fifo", O_WRONLY);
    return in + out;
}
