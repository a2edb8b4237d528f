/* Random bytes are not all the same. */
#include <assert.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    unsigned char bytes[16];
    syscall(SYS_getrandom, bytes, sizeof bytes, 0);
    for (unsigned i = 1; i < sizeof bytes; i++)
        assert(bytes[i] == bytes[0]); // expect: assert
    return 0;
}
