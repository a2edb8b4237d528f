//@ expect: safe
// Without an end pselect waits for a handler, which it lets in only then.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>
static volatile sig_atomic_t rung;
static void handler(int number) { rung = number; }

int main(void)
{
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, &old);
    signal(SIGALRM, handler);
    alarm(1);
    int result = pselect(0, NULL, NULL, NULL, NULL, &old);
    assert(result == -1 && errno == EINTR && rung == SIGALRM);
    return 0;
}
