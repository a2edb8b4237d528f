//@ expect: safe
//@ native: no
//@ skip-none
// What is left of a sleep is less than it was; who sleeps on for that long has slept enough.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
static void handler(int number) { (void)number; }
static pthread_t sleeper;

static void *wake(void *unused)
{
    pthread_kill(sleeper, SIGUSR1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct timespec duration = { 10, 0 };
    signal(SIGUSR1, handler);
    sleeper = pthread_self();
    time_t start = time(NULL);
    pthread_create(&thread, NULL, wake, NULL);
    while (nanosleep(&duration, &duration)) {
        assert(errno == EINTR);
        assert(duration.tv_sec < 10 && (duration.tv_sec || duration.tv_nsec));
    }
    assert(time(NULL) - start >= 9);
    pthread_join(thread, NULL);
    return 0;
}
