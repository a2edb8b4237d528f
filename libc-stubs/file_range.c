/* <fcntl.h>: locks of parts of a file (F_OFD_SETLK and the like). A lock belongs to an open
 * file, as that of flock does. (Those of a process, F_SETLK, never conflict: there is one.) */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

/* Bytes from start to before end that an open file has locked; in the order of the bytes,
 * neighbours of one kind and one file are one. */
struct augur_range {
    struct augur_range *next;
    struct augur_open *open;
    long start, end;
    int type;             /* F_RDLCK or F_WRLCK */
    unsigned is_missed;   /* of one that somebody waits for: it cannot be had yet */
};

static int overlap(const struct augur_range *a, const struct augur_range *b)
{
    return a->start < b->end && b->start < a->end;
}

static struct augur_range *conflict(const struct augur_inode *inode, const struct augur_range *wanted)
{
    struct augur_range *r = inode->ranges;
    while (r && (r->open == wanted->open || !overlap(r, wanted) ||
                 (r->type != F_WRLCK && wanted->type != F_WRLCK)))
        r = r->next;
    return r;
}

/* Tells those who wait. */
static void refresh(struct augur_inode *inode)
{
    for (struct augur_range *w = inode->wanted; w; w = w->next)
        w->is_missed = conflict(inode, w) != NULL;
}

static void insert(struct augur_range **list, struct augur_range range)
{
    while (*list && (*list)->start < range.start)
        list = &(*list)->next;
    struct augur_range *node = __augur_alloc(sizeof *node, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    *node = range;
    node->next = *list;
    *list = node;
}

/* What the file had of these bytes is gone, or of another kind. */
static void change(struct augur_inode *inode, struct augur_range range)
{
    struct augur_range **at = &inode->ranges;
    while (*at) {
        struct augur_range old = **at;
        int joins = old.type == range.type && old.start <= range.end && range.start <= old.end;
        if (old.open != range.open || !(joins || overlap(&old, &range))) {
            at = &(*at)->next;
            continue;
        }
        *at = old.next;
        if (joins) {
            range.start = old.start < range.start ? old.start : range.start;
            range.end = old.end > range.end ? old.end : range.end;
            continue;
        }
        struct augur_range before = old, after = old;
        before.end = range.start;
        after.start = range.end;
        if (after.start < after.end)
            insert(&inode->ranges, after);
        if (before.start < before.end)
            insert(&inode->ranges, before);
        at = &inode->ranges;
    }
    if (range.type != F_UNLCK)
        insert(&inode->ranges, range);
    refresh(inode);
}

void augur_range_drop(struct augur_open *open)
{
    if (open->inode->ranges)
        change(open->inode, (struct augur_range){ .open = open, .end = LONG_MAX, .type = F_UNLCK });
}

/* Waits until nobody is in the way; 0, EINTR or AUGUR_CANCELLED. */
static int wait_for(struct augur_inode *inode, struct augur_range range)
{
    struct augur_range *node = __augur_alloc(sizeof *node, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    struct augur_range **at = &inode->wanted;
    *node = range;
    node->is_missed = 1;
    node->next = inode->wanted;
    inode->wanted = node;
    __augur_wait(&node->is_missed, ~0u, 0, AUGUR_EQ, "file lock", inode, NULL,
                 augur_interruption());
    while (*at != node)
        at = &(*at)->next;
    *at = node->next;
    if (augur_is_cancelled_or(!node->is_missed))
        return AUGUR_CANCELLED;
    return augur_was_interrupted(!node->is_missed) ? EINTR : 0;
}

/* The bytes that a description means, by their numbers; 0 or an error. */
static int resolve(const struct augur_open *open, const struct flock *lock, struct augur_range *range)
{
    long from = lock->l_whence == SEEK_SET   ? 0
                : lock->l_whence == SEEK_CUR ? open->offset
                                             : (long)open->inode->size;
    long start = from + lock->l_start, end = lock->l_len ? start + lock->l_len : LONG_MAX;
    if (lock->l_len < 0) {
        end = start;
        start += lock->l_len;
    }
    if (start < 0 || lock->l_pid || lock->l_type < F_RDLCK || lock->l_type > F_UNLCK)
        return EINVAL;
    *range = (struct augur_range){ .open = (struct augur_open *)open, .start = start, .end = end,
                                   .type = lock->l_type };
    return 0;
}

int augur_range_ask(struct augur_open *open, struct flock *lock)
{
    struct augur_range range, *other;
    int error = resolve(open, lock, &range);
    if (error)
        return augur_fail(error);
    other = conflict(open->inode, &range);
    lock->l_type = F_UNLCK;
    if (other)
        *lock = (struct flock){ .l_type = (short)other->type, .l_whence = SEEK_SET,
                                .l_start = other->start,
                                .l_len = other->end == LONG_MAX ? 0 : other->end - other->start,
                                .l_pid = -1 };
    return 0;
}

int augur_range_set(struct augur_open *open, const struct flock *lock, int is_patient)
{
    struct augur_range range;
    int error = resolve(open, lock, &range), how = open->flags & O_ACCMODE;
    if (error)
        return augur_fail(error);
    if ((range.type == F_RDLCK && how == O_WRONLY) || (range.type == F_WRLCK && how == O_RDONLY))
        return augur_fail(EBADF);
    while (range.type != F_UNLCK && conflict(open->inode, &range)) {
        if (!is_patient)
            return augur_fail(EAGAIN);
        error = augur_fault(AUGUR_FAULT_EINTR) ? EINTR : wait_for(open->inode, range);
        if (error == AUGUR_CANCELLED)
            return error;
        if (error)
            return augur_fail(error);
    }
    change(open->inode, range);
    return 0;
}
