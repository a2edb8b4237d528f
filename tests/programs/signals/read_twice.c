// Of two threads that read, one gets the signal, and the other waits for ever.
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int fd;

static void *reads(void *unused)
{
    struct signalfd_siginfo info;
    read(fd, &info, sizeof info);
    return unused;
}

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    fd = signalfd(-1, &set, 0);
    pthread_t a, b;
    pthread_create(&a, 0, reads, 0);
    pthread_create(&b, 0, reads, 0);
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGUSR1);
    pthread_join(a, 0); // expect: deadlock
    pthread_join(b, 0);
    close(fd);
    return 0;
}
