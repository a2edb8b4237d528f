// The file outlives the mapping; a pointer into it does not.
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int fd = memfd_create("memory", 0);
    if (fd < 0 || ftruncate(fd, 4096))
        return 0;
    char *text = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    text[0] = 'a';
    munmap(text, 4096);
    close(fd);
    return text[0]; // expect: use-after-free
}
