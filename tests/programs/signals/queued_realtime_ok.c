//@ expect: safe
// Real-time signals queue, with what was sent along, in the order of sending and the lowest
// number first.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile int seen[3], count;

static void handler(int number, siginfo_t *info, void *context)
{
    (void)context;
    assert(info->si_signo == number && info->si_code == SI_QUEUE);
    seen[count++] = info->si_value.sival_int;
}

int main(void)
{
    struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN);
    sigaddset(&set, SIGRTMIN + 1);
    action.sa_mask = set;
    sigaction(SIGRTMIN, &action, NULL);
    sigaction(SIGRTMIN + 1, &action, NULL);
    sigprocmask(SIG_BLOCK, &set, NULL);
    sigqueue(getpid(), SIGRTMIN + 1, (union sigval){ .sival_int = 3 });
    sigqueue(getpid(), SIGRTMIN, (union sigval){ .sival_int = 1 });
    sigqueue(getpid(), SIGRTMIN, (union sigval){ .sival_int = 2 });
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    assert(count == 3);
    assert(seen[0] == 1 && seen[1] == 2 && seen[2] == 3);
    return 0;
}
