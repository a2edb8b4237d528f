// The user is not root.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(setuid(0) == 0); // expect: assert
    return 0;
}
