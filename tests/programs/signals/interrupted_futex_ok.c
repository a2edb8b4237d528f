//@ expect: safe
//@ native: no
//@ exits: 1 2
// A futex wait with a deadline ends by the alarm, which says SA_RESTART, or, if that rang before, too late.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static void handler(int number) { (void)number; }

int main(void)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
    struct timespec duration = { 5, 0 };
    int word = 0;
    sigaction(SIGALRM, &action, NULL);
    alarm(1);
    long result = syscall(SYS_futex, &word, FUTEX_WAIT, 0, &duration);
    return result == 0 ? 3 : errno == EINTR ? 1 : errno == ETIMEDOUT ? 2 : 4;
}
