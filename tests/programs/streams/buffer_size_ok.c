//@ expect: safe
// A full buffer is written; so is a line, or every byte, if the program wants it so.
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static long size_of(FILE *file)
{
    struct stat status;
    return fstat(fileno(file), &status) ? -1 : (long)status.st_size;
}

static void full(void)
{
    FILE *file = tmpfile();
    for (int i = 0; i < 4096; i++)
        putc('x', file);
    assert(size_of(file) == 0 && ftell(file) == 4096);
    putc('y', file);
    assert(size_of(file) == 4096 && ftell(file) == 4097);
    fclose(file);
}

static void large(void)
{
    static char bytes[10000];
    FILE *file = tmpfile();
    fwrite(bytes, 1, 100, file);
    fwrite(bytes, 1, sizeof bytes, file);
    assert(size_of(file) == 8192 && ftell(file) == 10100);
    fflush(file);
    assert(size_of(file) == 10100);
    fclose(file);
}

static void lines(void)
{
    FILE *file = tmpfile();
    setvbuf(file, NULL, _IOLBF, 0);
    fputs("abc", file);
    assert(size_of(file) == 0);
    fputs("d\nef", file);
    assert(size_of(file) == 5);
    fclose(file);
}

static void bytes(void)
{
    FILE *file = tmpfile();
    setvbuf(file, NULL, _IONBF, 0);
    fputs("abc", file);
    assert(size_of(file) == 3);
    fclose(file);
}

static void array(void)
{
    static char space[256];
    FILE *file = tmpfile();
    setvbuf(file, space, _IOFBF, sizeof space);
    putc('q', file);
    for (int i = 0; i < 255; i++)
        putc('x', file);
    assert(size_of(file) == 0 && space[0] == 'q' && space[255] == 'x');
    putc('y', file);
    assert(size_of(file) == 256);
    fclose(file);
}

int main(void)
{
    full();
    large();
    lines();
    bytes();
    array();
    return 0;
}
