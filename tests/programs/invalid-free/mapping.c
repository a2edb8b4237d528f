// Memory from mmap does not come from malloc.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

int main(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    free(page); // expect: invalid-free
    return 0;
}
