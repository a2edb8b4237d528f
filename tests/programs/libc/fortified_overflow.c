// A fortified strcpy into a buffer that is too small aborts.
#include <stddef.h>
#include <stdio.h>

char *__strcpy_chk(char *, const char *, size_t);

int main(void)
{
    char text[4];
    const char *volatile from = "does not fit";
    __strcpy_chk(text, from, sizeof text); // expect: abort
    puts(text);
    return 0;
}
