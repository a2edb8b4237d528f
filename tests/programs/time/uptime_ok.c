//@ expect: safe
// The time since the start of the machine, and that of the processor, do not go back.
#include <assert.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

int main(void)
{
    struct sysinfo before, after;
    struct rusage first, second;
    sysinfo(&before);
    getrusage(RUSAGE_SELF, &first);
    sleep(1);
    sysinfo(&after);
    getrusage(RUSAGE_SELF, &second);
    assert(after.uptime >= before.uptime + 1);
    assert(second.ru_utime.tv_sec >= first.ru_utime.tv_sec);
    return 0;
}
