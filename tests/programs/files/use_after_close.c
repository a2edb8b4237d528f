// A stream is used after it was closed.
#include <stdio.h>

int main(void)
{
    FILE *file = tmpfile();
    fclose(file);
    fputs("late", file); // expect: use-after-free
    return 0;
}
