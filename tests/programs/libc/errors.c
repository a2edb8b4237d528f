//@ expect: safe
//@ output: native
// The texts of errors and signals.
#define _GNU_SOURCE
#include <errno.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char buffer[64];
    for (int i = -2; i < 140; i++)
        printf("%d %s %s %s\n", i, strerror(i), strerror_r(i, buffer, sizeof buffer), strerrorname_np(i));
    for (int i = 0; i < 67; i++)
        printf("%d %s %s\n", i, strsignal(i), sigabbrev_np(i));
    for (int i = 0; i < 14; i++) {
        regerror(i, NULL, buffer, sizeof buffer);
        printf("%d %s\n", i, buffer);
    }
    sigset_t set, other;
    sigemptyset(&set);
    printf("%d", sigisemptyset(&set));
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigdelset(&set, SIGINT);
    printf(" %d %d", sigismember(&set, SIGINT), sigismember(&set, SIGTERM));
    sigfillset(&other);
    sigandset(&set, &set, &other);
    printf(" %d %d %d\n", sigismember(&set, SIGTERM), sigaddset(&set, 99), SIGRTMIN);
    return 0;
}
