//@ expect: safe
// An alarm that is due in the middle of a sleep rings there and ends it. How much is left depends on how
// long it took from the one call to the other.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t rung;
static void handler(int number) { rung = number; }

int main(void)
{
    signal(SIGALRM, handler);
    alarm(3);
    unsigned left = sleep(10);
    assert(rung == SIGALRM || left == 0);
    assert(rung == SIGALRM && left <= 9);
    return 0;
}
