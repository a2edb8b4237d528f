//@ flags: --faults malloc:1
//@ expect: safe
//@ exits: 0 1 2 3 4 5 6 7 8 9
//@ native: no
// Each of these may find no memory, and says so.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static void say(void) { puts("end"); }

int main(void)
{
    if (setenv("NAME", "value", 1))
        return errno == ENOMEM ? 1 : 99;
    FILE *file = fopen("/tmp/f", "w");
    if (!file)
        return errno == ENOMEM ? 2 : 99;
    FILE *again = fdopen(fileno(file), "w");
    if (!again)
        return errno == ENOMEM ? 3 : 99;
    if (mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
        return errno == ENOMEM ? 4 : 99;
    DIR *directory = opendir("/tmp");
    if (!directory)
        return errno == ENOMEM ? 5 : 99;
    closedir(directory);
    if (sem_open("/s", O_CREAT, 0600, 1) == SEM_FAILED)
        return errno == ENOMEM ? 6 : 99;
    if (atexit(say))
        return 7;
    FILE *temporary = tmpfile();
    if (!temporary)
        return errno == ENOMEM ? 8 : 99;
    char text[4] = "abc";
    FILE *memory = fmemopen(text, 4, "r");
    if (!memory)
        return errno == ENOMEM ? 9 : 99;
    return 0;
}
