// A stream that is closed is gone, also the standard input.
#include <stdio.h>

int main(void)
{
    fclose(stdin);
    fclose(stdin); // expect: invalid-free
    return 0;
}
