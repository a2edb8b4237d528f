//@ expect: safe
//@ output: native
// Sets and masks, as glibc and Linux have them.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void handler(int number, siginfo_t *info, void *context)
{
    (void)context;
    printf("%d code %d %d\n", number == SIGUSR1, info->si_code, info->si_pid == getpid());
}

int main(void)
{
    sigset_t set, mask;
    struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
    sigfillset(&set);
    printf("%d %d %d\n", sigismember(&set, SIGKILL), sigismember(&set, 32), sigismember(&set, 33));
    sigprocmask(SIG_SETMASK, &set, NULL);
    sigprocmask(SIG_BLOCK, NULL, &mask);
    printf("%d %d %d\n", sigismember(&mask, SIGKILL), sigismember(&mask, SIGSTOP),
           sigismember(&mask, SIGTERM));
    printf("%d %d\n", sigaddset(&set, 32), sigaddset(&set, 65));
    sigemptyset(&set);
    sigprocmask(SIG_SETMASK, &set, NULL);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    kill(getpid(), SIGUSR1);
    sigqueue(getpid(), SIGUSR1, (union sigval){ .sival_int = 7 });
    printf("%d\n", sigaction(SIGKILL, &action, NULL));
    return 0;
}
