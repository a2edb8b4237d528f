// abort runs a handler that wants to know more, and ends the program if that returns.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static void handler(int number, siginfo_t *info, void *context)
{
    (void)context;
    assert(number == SIGABRT && info->si_signo == SIGABRT && info->si_code == SI_TKILL);
}

int main(void)
{
    struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
    sigaction(SIGABRT, &action, NULL);
    abort(); // expect: abort
}
