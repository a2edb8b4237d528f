// A hard limit that was lowered is not raised again.
#include <assert.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit limit = { 0, 0 };
    setrlimit(RLIMIT_CORE, &limit);
    limit.rlim_max = 100;
    int result = setrlimit(RLIMIT_CORE, &limit);
    assert(result == 0); // expect: assert
    return 0;
}
