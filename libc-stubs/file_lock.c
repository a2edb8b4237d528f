/* <sys/file.h>: flock. A lock belongs to an open file, that is, to all descriptors that are
 * duplicates of one another, and ends with the last of them. */
#include "file.h"
#include <errno.h>
#include <sys/file.h>

void augur_lock_drop(struct augur_open *open)
{
    if (open->lock) {
        open->inode->locks--;
        open->inode->is_locked = 0;
    }
    open->lock = 0;
}

static MASKED int give_back(int fd, int unless)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    if (open->lock != unless)
        augur_lock_drop(open);
    return 0;
}

static MASKED int lock(int fd, int wanted, int is_patient)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    if (open->lock == wanted)
        return 0;
    struct augur_inode *inode = open->inode;
    const unsigned *busy = wanted == LOCK_EX ? &inode->locks : &inode->is_locked;
    if (is_patient && *busy && augur_fault(AUGUR_FAULT_EINTR))
        return augur_fail(EINTR);
    if (is_patient) {
        __augur_wait(busy, ~0u, 0, AUGUR_EQ, "file lock", inode, NULL,
                     augur_interruption_alone());
        augur_hear_again();
        if (augur_was_interrupted(!*busy))
            return augur_fail(EINTR);
    }
    if (*busy)
        return augur_fail(EWOULDBLOCK);
    open->lock = wanted;
    inode->locks++;
    inode->is_locked = wanted == LOCK_EX;
    return 0;
}

/* posix: flock
 * explored: locks of open files, shared and exclusive; others may come in between when one
 *   is changed.
 * left out: other processes.
 * faults: eintr while it waits
 * tests: files/flock_wait.c files/flock_ok.c files/flock_race.c */
/* A lock that is changed is given back first, so somebody else may get it. */
int flock(int fd, int operation)
{
    int wanted = operation & ~LOCK_NB;
    if (wanted == LOCK_UN)
        return give_back(fd, 0);
    if (wanted != LOCK_SH && wanted != LOCK_EX)
        return augur_fail(EINVAL);
    return give_back(fd, wanted) ? -1 : lock(fd, wanted, !(operation & LOCK_NB));
}
