// The alarm rings between the two stores.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t low, high;
static void handler(int number)
{
    (void)number;
    assert(low == high); // expect: assert
}

int main(void)
{
    signal(SIGALRM, handler);
    alarm(1);
    low = 1;
    high = 1;
    return 0;
}
