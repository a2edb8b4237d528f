// A program that counts on another number of processors than four.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(sysconf(_SC_NPROCESSORS_ONLN) == 2); // expect: assert
    return 0;
}
