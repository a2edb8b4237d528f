//@ expect: safe
// The end of a stream stays until it is cleared, whatever is in the file by then.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    FILE *file = tmpfile();
    assert(fgetc(file) == EOF && feof(file));
    assert(pwrite(fileno(file), "x", 1, 0) == 1);
    assert(fgetc(file) == EOF);
    clearerr(file);
    assert(!feof(file) && fgetc(file) == 'x');
    fclose(file);
    return 0;
}
