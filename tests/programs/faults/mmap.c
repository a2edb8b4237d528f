//@ flags: --faults malloc
// There may be no memory to be mapped.
#include <sys/mman.h>

int main(void)
{
    char *block = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    block[0] = 1; // expect: invalid-pointer
    return 0;
}
