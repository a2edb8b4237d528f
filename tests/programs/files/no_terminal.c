// Nothing is a terminal, as where output goes to a file.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(isatty(1)); // expect: assert
    return 0;
}
