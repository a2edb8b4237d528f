/* <sys/signalfd.h>: signals that are read; see file.h and signals.h. What a descriptor gives is what
 * the thread that reads it could take with sigwait. */
#include "file.h"
#include "signals.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>

/* All that are open. `capacity`: the mask; `special`: the next one. */
static struct augur_inode *all;

int augur_signals_are_there(const struct augur_inode *signals)
{
    return (augur_signal_pending() & signals->capacity) != 0;
}

/* A thread that waits for several things is told by others, which see what the process has and not
 * what a single thread has. */
ROLE(observes) void augur_signals_tell(int number, int is_for_process)
{
    for (struct augur_inode *signals = all; signals; signals = signals->special) {
        if (!(signals->capacity & BIT(number)))
            continue;
        if (!is_for_process && signals->watches && augur_threads.living > 1)
            __augur_unsupported("poll of a signalfd, and a signal to a single thread");
        augur_poll_tell(signals, POLLIN);
    }
}

void augur_signals_close(struct augur_inode *signals)
{
    struct augur_inode **at = &all;
    while (*at != signals)
        at = (struct augur_inode **)&(*at)->special;
    *at = signals->special;
    signals->special = NULL;
}

static MASKED int make(unsigned long mask, int flags)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EMFILE);
    struct augur_inode *signals = augur_file_new(AUGUR_SIGNALS, 0600);
    signals->capacity = mask;
    signals->special = all;
    all = signals;
    struct augur_open *open = augur_open_new(signals, O_RDWR | (flags & O_NONBLOCK));
    return augur_file_install(open, 0, (flags & SFD_CLOEXEC) != 0);
}

static MASKED int change(int fd, unsigned long mask)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    if (open->inode->kind != AUGUR_SIGNALS)
        return augur_fail(EINVAL);
    open->inode->capacity = mask;
    augur_poll_tell(open->inode, POLLIN);
    return fd;
}

/* posix: signalfd
 * explored: reading takes what sigwait would, and waits while there is nothing; as many as fit.
 *   Poll and its kin; SFD_NONBLOCK.
 * left out: poll beside signals to single threads (`unsupported`); signals from outside (`unsupported`
 *   in a program that sends none).
 * faults: io, eintr (reading)
 * accesses: r the mask, w what is known of the signals.
 * tests: signals/read_*.c */
int signalfd(int fd, const sigset_t *mask, int flags)
{
    if (flags & ~(SFD_NONBLOCK | SFD_CLOEXEC))
        return augur_fail(EINVAL);
    unsigned long wanted = mask->__val[0] & ~UNBLOCKABLE;
    return fd == -1 ? make(wanted, flags) : change(fd, wanted);
}

static struct signalfd_siginfo describe(const struct augur_signal *signal)
{
    struct signalfd_siginfo info = { 0 };
    info.ssi_signo = (uint32_t)signal->number;
    info.ssi_code = signal->code;
    info.ssi_pid = (uint32_t)getpid();
    info.ssi_uid = getuid();
    info.ssi_int = signal->value.sival_int;
    info.ssi_ptr = (uint64_t)signal->value.sival_ptr;
    return info;
}

ssize_t augur_signals_read(struct augur_open *open, char *buffer, size_t size)
{
    static const struct timespec now;
    struct augur_signal taken;
    struct signalfd_siginfo info;
    if (size < sizeof info)
        return augur_fail(EINVAL);
    int is_patient = !(open->flags & O_NONBLOCK);
    if (is_patient && !augur_signals_can_come())
        __augur_unsupported("signalfd: waiting for a signal from outside");
    size_t done = 0;
    while (size - done >= sizeof info) {
        int error = augur_signal_await(open->inode->capacity, is_patient && !done ? NULL : &now, &taken);
        if (error && done)
            break;
        if (error)
            return error == AUGUR_CANCELLED ? AUGUR_CANCELLED : augur_fail(error);
        info = describe(&taken);
        __divine_memcpy(buffer + done, &info, sizeof info);
        done += sizeof info;
    }
    return (ssize_t)done;
}
