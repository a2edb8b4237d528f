//@ expect: safe
// An alarm that would end the program if it hung.
#include <unistd.h>

int main(void)
{
    alarm(60);
    return 0;
}
