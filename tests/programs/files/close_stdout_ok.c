//@ expect: safe
// As careful programs end.
#include <stdio.h>

int main(void)
{
    puts("hello");
    if (fclose(stdout)) {
        perror("stdout");
        return 1;
    }
    return 0;
}
