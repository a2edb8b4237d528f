//@ expect: safe
// A mapping that grows keeps what is in it; advice changes nothing.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    int *block = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    block[0] = 7;
    assert(mprotect(block, 4096, PROT_READ | PROT_WRITE) == 0);
    assert(madvise(block, 4096, MADV_WILLNEED) == 0 && msync(block, 4096, MS_SYNC) == 0);
    block = mremap(block, 4096, 8192, MREMAP_MAYMOVE);
    assert(block != MAP_FAILED && block[0] == 7 && block[2047] == 0);
    munmap(block, 8192);
    return 0;
}
