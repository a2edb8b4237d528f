// The time since the start of the machine passes, too.
#include <assert.h>
#include <sys/sysinfo.h>
#include <unistd.h>

int main(void)
{
    struct sysinfo before, after;
    sysinfo(&before);
    sleep(2);
    sysinfo(&after);
    assert(after.uptime == before.uptime); // expect: assert
    return 0;
}
