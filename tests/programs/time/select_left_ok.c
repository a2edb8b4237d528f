//@ expect: safe
// As select_left; pselect leaves its time alone.
#include <assert.h>
#include <stddef.h>
#include <sys/select.h>

int main(void)
{
    struct timeval time = { 0, 1000 };
    struct timespec length = { 0, 1000 };
    assert(select(0, NULL, NULL, NULL, &time) == 0);
    assert(time.tv_sec == 0 && time.tv_usec == 0);
    assert(pselect(0, NULL, NULL, NULL, &length, NULL) == 0);
    assert(length.tv_nsec == 1000);
    return 0;
}
