//@ flags: --faults io:1
//@ expect: safe
//@ exits: 0 1 2 3 4 10 11 12 13 14
//@ native: no
// Reading and writing may stop after any number of bytes.
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    char text[4];
    FILE *file = tmpfile();
    if (!file)
        return 0;
    size_t written = fwrite("abcd", 1, 4, file);
    if (written < 4)
        return (int)written;
    rewind(file);
    size_t read = fread(text, 1, 4, file);
    if (ftell(file) == 4 && read == 0)    /* rewind failed */
        return 4;
    return 10 + (int)read;
}
