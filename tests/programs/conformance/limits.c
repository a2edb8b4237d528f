// Limits that were set are told.
#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_CORE, &limit);
    limit.rlim_cur = limit.rlim_max = 0;
    printf("%d\n", setrlimit(RLIMIT_CORE, &limit));
    limit = (struct rlimit){ 7, 7 };
    getrlimit(RLIMIT_CORE, &limit);
    printf("%d %d\n", limit.rlim_cur == 0, limit.rlim_max == 0);
    limit.rlim_cur = 5;
    printf("%d %d\n", setrlimit(RLIMIT_CORE, &limit), errno == EINVAL);
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 64;
    printf("%d\n", setrlimit(RLIMIT_NOFILE, &limit));
    getrlimit(RLIMIT_NOFILE, &limit);
    printf("%d\n", (int)limit.rlim_cur);
    return 0;
}
