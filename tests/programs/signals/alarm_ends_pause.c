// Nobody handles the alarm that the program waits for.
#include <unistd.h>

int main(void)
{
    alarm(1);
    pause(); // expect: abort
    return 0;
}
