/* There is nobody to wait for. */
#include <assert.h>
#include <sys/wait.h>

int main(void)
{
    assert(wait(0) > 0); // expect: assert
    return 0;
}
