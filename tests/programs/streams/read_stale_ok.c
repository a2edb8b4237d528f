//@ expect: safe
// What was read ahead does not change with the file; flushing gives it back.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    FILE *file = tmpfile();
    int fd = fileno(file);
    fputs("abcdef", file);
    rewind(file);
    assert(fgetc(file) == 'a' && lseek(fd, 0, SEEK_CUR) == 6 && ftell(file) == 1);
    assert(pwrite(fd, "XYZ", 3, 0) == 3);
    assert(fgetc(file) == 'b');
    assert(fflush(file) == 0 && lseek(fd, 0, SEEK_CUR) == 2);
    assert(fgetc(file) == 'Z');
    assert(fseek(file, 0, SEEK_END) == 0 && fputc('!', file) == '!' && ftell(file) == 7);
    fclose(file);
    return 0;
}
