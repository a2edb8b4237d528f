//@ expect: safe
// What was set is told.
#include <assert.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 64;
    setrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 0;
    getrlimit(RLIMIT_NOFILE, &limit);
    assert(limit.rlim_cur == 64);
    return 0;
}
