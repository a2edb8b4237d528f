// An alarm that rings in the middle of a sleep ends it: the second line is too early.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static void handler(int number) { (void)number; }

int main(void)
{
    signal(SIGALRM, handler);
    alarm(3);
    unsigned left = sleep(10);
    assert(left == 0); // expect: assert
    return 0;
}
