//@ expect: safe
// Closing it once is fine.
#include <stdio.h>

int main(void)
{
    return fclose(stdin);
}
