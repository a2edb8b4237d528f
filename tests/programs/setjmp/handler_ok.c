//@ expect: safe
/* Leaving a signal handler by siglongjmp unblocks the signal again if the mask
 * was saved, and only then. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf place;
static volatile int handled;

static void handler(int number)
{
    handled++;
    siglongjmp(place, number);
}

static int is_blocked(void)
{
    sigset_t mask;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    return sigismember(&mask, SIGUSR1);
}

int main(void)
{
    signal(SIGUSR1, handler);
    for (volatile int i = 0; i < 3; i++)
        if (sigsetjmp(place, 1) == 0)
            raise(SIGUSR1);
    printf("%d %d\n", handled, is_blocked());
    if (sigsetjmp(place, 0) == 0)
        raise(SIGUSR1);
    printf("%d %d\n", handled, is_blocked());
    return handled == 4 && is_blocked() ? 0 : 1;
}
