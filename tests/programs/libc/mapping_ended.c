// A mapping that was given back is used.
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    int *block = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    block[0] = 1;
    munmap(block, 4096);
    return block[0]; // expect: use-after-free
}
