//@ expect: safe
//@ skip-none
// The futex is no cancellation point, and a request does not end its wait.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word;

static void handler(int number) { (void)number; }

static void *work(void *arg)
{
    while (!word) {
        long result = syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL);
        assert(result == 0 || errno == EAGAIN || errno == EINTR);
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    signal(SIGUSR1, handler);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    if (word)
        pthread_kill(thread, SIGUSR1);
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE, 1);
    pthread_join(thread, NULL);
    return 0;
}
