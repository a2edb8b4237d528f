/* The descriptor was closed by number; who writes to it by name is told so. */
#include <assert.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    assert(!pipe(ends));
    syscall(SYS_close, ends[1]);
    assert(write(ends[1], "x", 1) == 1); // expect: assert
    close(ends[0]);
    return 0;
}
