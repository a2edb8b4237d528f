// A descriptor that was closed is closed, be it standard output.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    close(1);
    ssize_t size = write(1, "x", 1);
    assert(size == 1); // expect: assert
    return 0;
}
