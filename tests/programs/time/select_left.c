// select tells how much is left of the time: nothing.
#include <assert.h>
#include <stddef.h>
#include <sys/select.h>

int main(void)
{
    struct timeval time = { 0, 1000 };
    assert(select(0, NULL, NULL, NULL, &time) == 0);
    assert(time.tv_usec == 1000); // expect: assert
    return 0;
}
