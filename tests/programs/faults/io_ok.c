//@ flags: --faults io:2
//@ expect: safe
//@ exits: 0 1
//@ native: no
#include <assert.h>
#include <string.h>
#include <unistd.h>

static int write_all(int fd, const char *bytes, size_t size)
{
    while (size) {
        ssize_t done = write(fd, bytes, size);
        if (done < 0)
            return -1;
        bytes += done;
        size -= (size_t)done;
    }
    return 0;
}

static int read_all(int fd, char *bytes, size_t size)
{
    while (size) {
        ssize_t done = read(fd, bytes, size);
        if (done <= 0)
            return -1;
        bytes += done;
        size -= (size_t)done;
    }
    return 0;
}

int main(void)
{
    int ends[2];
    char text[5] = { 0 };
    if (pipe(ends) || write_all(ends[1], "abcd", 4) || read_all(ends[0], text, 4))
        return 1;
    assert(!strcmp(text, "abcd"));
    return 0;
}
