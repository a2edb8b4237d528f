//@ expect: deadlock
// The same file, opened twice, has its lock once.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int main(void)
{
    int a = open("/tmp/augur_lock", O_RDWR | O_CREAT, 0600), b = open("/tmp/augur_lock", O_RDWR);
    flock(a, LOCK_EX);
    flock(b, LOCK_EX);
    close(a);
    close(b);
    return 0;
}
