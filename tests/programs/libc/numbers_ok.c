//@ expect: safe
// The first thread has the number of the process.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/sysinfo.h>
#include <unistd.h>

int main(void)
{
    assert(gettid() == getpid() && getpid() > getppid() - getppid());
    assert(getuid() == geteuid() && getgid() == getegid());
    assert(sysconf(_SC_PAGESIZE) == getpagesize());
    assert(get_nprocs() >= 1 && get_nprocs_conf() >= get_nprocs());
    return 0;
}
