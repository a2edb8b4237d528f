//@ expect: safe
//@ native: no
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

int main(void)
{
    char name[16];
    assert(prctl(PR_SET_NAME, "a worker with a long name") == 0);
    assert(prctl(PR_GET_NAME, name) == 0 && !strcmp(name, "a worker with a"));
    assert(atoi(gnu_get_libc_version()) == 2);
    int fd = open("numbers", O_CREAT | O_RDWR, 0600);
    assert(write(fd, "123", 3) == 3);
    char *copy = mmap(0, 3, PROT_READ, MAP_PRIVATE, fd, 0);
    assert(copy != MAP_FAILED && !memcmp(copy, "123", 4));
    assert(munmap(copy, 3) == 0);
    close(fd);
    DIR *directory = opendir(".");
    struct dirent entry, *found;
    int seen = 0;
    while (readdir_r(directory, &entry, &found) == 0 && found)
        seen += !strcmp(entry.d_name, "numbers");
    assert(seen == 1);
    closedir(directory);
    return 0;
}
