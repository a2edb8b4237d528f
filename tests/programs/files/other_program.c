//@ expect: unsupported
// There are no other programs.
#include <stdio.h>

int main(void)
{
    FILE *stream = popen("true", "r");
    return stream ? pclose(stream) : 1;
}
