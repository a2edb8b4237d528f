//@ expect: safe
//@ native: no
//@ exits: 0 6 9
// What is left of a sleep that an alarm ends: what the clock says, in whole seconds, or nothing if the thread is
// late; or nearly all, if it took long to get from the alarm to the sleep.
#include <signal.h>
#include <unistd.h>
static void handler(int number) { (void)number; }

int main(void)
{
    signal(SIGALRM, handler);
    alarm(3);
    return (int)sleep(10);
}
