//@ expect: safe
// Each is given back where it came from; a mapping need not be.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

static void *map(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int main(void) {
    char *lost = map(), *page = map();
    lost[0] = 1;
    page = mremap(page, 4096, 8192, MREMAP_MAYMOVE);
    page[8191] = 1;
    munmap(page, 8192);
    void *block = aligned_alloc(4096, 4096);
    free(block);
    return 0;
}
