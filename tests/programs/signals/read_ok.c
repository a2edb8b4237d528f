//@ expect: safe
// A thread reads signals that all block, one waits for them with poll, and two fit into one read.
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static void *sends(void *unused)
{
    kill(getpid(), SIGUSR1);
    return unused;
}

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    int fd = signalfd(-1, &set, SFD_NONBLOCK);
    struct signalfd_siginfo info[3];
    assert(fd >= 0 && read(fd, info, sizeof info) == -1 && errno == EAGAIN);
    pthread_t thread;
    pthread_create(&thread, 0, sends, 0);
    struct pollfd ready = { fd, POLLIN, 0 };
    assert(poll(&ready, 1, -1) == 1 && ready.revents == POLLIN);
    assert(read(fd, info, sizeof info) == sizeof *info && info->ssi_signo == SIGUSR1);
    assert(info->ssi_pid == (unsigned)getpid());
    pthread_join(thread, 0);
    raise(SIGUSR2);
    raise(SIGUSR1);
    raise(SIGUSR1);
    assert(read(fd, info, sizeof info) == 2 * sizeof *info);
    assert(info[0].ssi_signo + info[1].ssi_signo == SIGUSR1 + SIGUSR2);
    close(fd);
    return 0;
}
