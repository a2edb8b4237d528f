//@ expect: safe
// A handler that does not return.
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
static jmp_buf place;

static void handler(int number, siginfo_t *info, void *context)
{
    (void)context;
    longjmp(place, info->si_signo == number);
}

int main(void)
{
    struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    sigaction(SIGABRT, &action, NULL);
    if (!setjmp(place))
        abort();
    return 0;
}
