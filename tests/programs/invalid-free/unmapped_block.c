// Memory from an allocator is not to be unmapped.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

int main(void) {
    void *page = aligned_alloc(4096, 4096);
    munmap(page, 4096); // expect: invalid-free
    return 0;
}
