#include <stdio.h>

int main(void)
{
    puts("hello");
    fclose(stdout);
    fclose(stdout); // expect: invalid-free
    return 0;
}
