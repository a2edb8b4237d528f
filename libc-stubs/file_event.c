/* <sys/eventfd.h>: counters with a descriptor; see file.h. */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>

#define LARGEST (~(uint64_t)0 - 1)

/* Tells those who wait. `ready`: reading would not wait; `is_locked`: writing 1 would. */
static void refresh(struct augur_inode *event)
{
    event->ready = event->size != 0;
    event->is_locked = event->size == LARGEST;
    augur_poll_tell(event, POLLIN | POLLOUT);
}

/* posix: eventfd eventfd_read eventfd_write
 * explored: reading takes all, or one of a semaphore (EFD_SEMAPHORE), and waits while there is
 *   nothing; EFD_NONBLOCK.
 * left out: a counter that is too large to be added to waits until it is 0 or small enough to
 *   add 1.
 * faults: io, eintr (reading and writing)
 * accesses: w the number
 * tests: sockets/event_*.c */
MASKED int eventfd(unsigned start, int flags)
{
    __divine_interrupt_mask();
    if (flags & ~(EFD_SEMAPHORE | EFD_NONBLOCK | EFD_CLOEXEC))
        return augur_fail(EINVAL);
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EMFILE);
    struct augur_inode *event = augur_file_new(AUGUR_EVENT, 0600);
    event->size = start;
    event->lists = (flags & EFD_SEMAPHORE) != 0;
    refresh(event);
    struct augur_open *open = augur_open_new(event, O_RDWR | (flags & O_NONBLOCK));
    return augur_file_install(open, 0, (flags & EFD_CLOEXEC) != 0);
}

/* 0, or what the call returns. */
static ssize_t wait_for(struct augur_inode *event, const unsigned *word, int op)
{
    __augur_wait(word, ~0u, 0, op, "event counter", event, NULL, augur_interruption());
    int is_over = (op == AUGUR_EQ) == (*word == 0);
    if (augur_is_cancelled_or(is_over))
        return AUGUR_CANCELLED;
    return augur_was_interrupted(is_over) ? augur_fail(EINTR) : 0;
}

ssize_t augur_event_read(struct augur_open *open, char *buffer, size_t size)
{
    struct augur_inode *event = open->inode;
    if (size < sizeof(uint64_t))
        return augur_fail(EINVAL);
    if (!event->ready && open->flags & O_NONBLOCK)
        return augur_fail(EAGAIN);
    ssize_t failed = event->ready ? 0 : wait_for(event, &event->ready, AUGUR_NE);
    if (failed)
        return failed;
    uint64_t taken = event->lists ? 1 : event->size;
    event->size -= taken;
    refresh(event);
    __divine_memcpy(buffer, &taken, sizeof taken);
    return sizeof taken;
}

ssize_t augur_event_write(struct augur_open *open, const char *bytes, size_t size)
{
    struct augur_inode *event = open->inode;
    uint64_t more;
    if (size < sizeof more)
        return augur_fail(EINVAL);
    __divine_memcpy(&more, bytes, sizeof more);
    if (more > LARGEST)
        return augur_fail(EINVAL);
    while (event->size > LARGEST - more) {
        if (open->flags & O_NONBLOCK)
            return augur_fail(EAGAIN);
        if (!event->is_locked)
            __augur_unsupported("eventfd: a counter that is too large to be added to");
        ssize_t failed = wait_for(event, &event->is_locked, AUGUR_EQ);
        if (failed)
            return failed;
    }
    event->size += more;
    refresh(event);
    return sizeof more;
}

int eventfd_read(int fd, eventfd_t *value)
{
    return read(fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int fd, eventfd_t value)
{
    return write(fd, &value, sizeof value) == sizeof value ? 0 : -1;
}
