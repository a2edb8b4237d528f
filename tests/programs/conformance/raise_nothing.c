/* Signal 0 is no signal: nothing is delivered. */
#include <signal.h>
#include <stdio.h>

int main(void)
{
    printf("%d\n", raise(0));
    printf("%d\n", raise(100));
    return 0;
}
