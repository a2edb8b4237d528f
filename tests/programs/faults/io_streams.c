//@ flags: --faults io:1
// The text may be lost when the stream is closed, and nobody looks.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static int save(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return 1;
    int failed = fprintf(file, "%s", "text") != 4;
    fclose(file);
    return failed;
}

int main(void)
{
    char text[8] = { 0 };
    if (save("/tmp/f"))
        return 1;
    FILE *file = fopen("/tmp/f", "r");
    if (!file)
        return 1;
    if (!fgets(text, sizeof text, file) && ferror(file))
        return 1;
    fclose(file);
    assert(!strcmp(text, "text")); // expect: assert
    return 0;
}
