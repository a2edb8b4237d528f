/* <pthread.h>: reader-writer locks.
 *
 *   __readers        0 free, n held by n readers, WRITER + number of a writer
 *   __cur_writer     1 + the number of the writing thread
 *   __writers … __pad3   the set of threads that read
 *   __pad4           who must act before somebody can write: 1 + the number of
 *                    the writing thread, or AUGUR_OWNERS if that is the set, with
 *                    AUGUR_FIRST if readers never wait behind a writer
 *   __rwelision …    how many threads wait to write until a deadline
 *   __pad2           how often more than once each thread reads, while some do
 *   __shared         INITIALISED by pthread_rwlock_init
 *   __flags          the kind, or destroyed
 *
 * POSIX leaves open whether readers or writers go first, and whether a reader waits
 * behind a writer that waits for other readers. All orders are explored; what comes of
 * waiting behind a writer is only ever a deadlock, so it is looked for without being
 * tried out (AUGUR_QUEUED). A program that asks for PTHREAD_RWLOCK_PREFER_READER_NP by
 * name gets readers that never do. */
#include <augur/thread.h>
#include <errno.h>

enum { DESTROYED = -1, INITIALISED = 0x72776c6b };
enum { KIND = 3, READERS_FIRST = 8, KEPT = KIND | READERS_FIRST };
#define WRITER 0x80000000u

static void check(const pthread_rwlock_t *l, const char *message)
{
    if ((int)l->__data.__flags == DESTROYED)
        augur_misuse(message);
}

_Static_assert(offsetof(struct __pthread_rwlock_arch_t, __pad4) ==
                   offsetof(struct __pthread_rwlock_arch_t, __writers) +
                       sizeof(struct augur_waiters),
               "the set of readers fills the fields between");

static struct augur_waiters *readers(pthread_rwlock_t *l)
{
    return (struct augur_waiters *)&l->__data.__writers;
}

/* ---- threads that read more than once --------------------------------- */

struct again {
    unsigned total, times[AUGUR_SET_MAX];
};
_Static_assert(sizeof(((pthread_rwlock_t *)0)->__data.__pad2) == sizeof(struct again *), "");

static struct again **again(pthread_rwlock_t *l) { return (struct again **)&l->__data.__pad2; }

static void read_again(pthread_rwlock_t *l)
{
    if (!*again(l))
        *again(l) = __augur_alloc(sizeof **again(l), 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    (*again(l))->total++;
    (*again(l))->times[augur_number() - 1]++;
}

/* Was there such a time? Then it is over. */
static int end_again(pthread_rwlock_t *l)
{
    struct again *counts = *again(l);
    if (!counts || !counts->times[augur_number() - 1])
        return 0;
    counts->times[augur_number() - 1]--;
    if (--counts->total == 0) {
        *again(l) = NULL;
        __augur_delete(counts, AUGUR_LIBRARY, 0);
    }
    return 1;
}

/* ---- threads that wait to write until a deadline ----------------------- */

static unsigned *writers_until(pthread_rwlock_t *l)
{
    return (unsigned *)((char *)l + offsetof(struct __pthread_rwlock_arch_t, __rwelision));
}
_Static_assert(offsetof(struct __pthread_rwlock_arch_t, __rwelision) % sizeof(unsigned) == 0 &&
                   offsetof(struct __pthread_rwlock_arch_t, __pad2) -
                           offsetof(struct __pthread_rwlock_arch_t, __rwelision) >=
                       sizeof(unsigned),
               "there is room for a number");

/* ---- taking the lock inside the caller's section ----------------------- */

static int begin_read(pthread_rwlock_t *l)
{
    if (l->__data.__readers == WRITER - 1)
        return EAGAIN;
    int number = augur_number();
    /* Who waits for it must know whom it waits for. */
    if (number > AUGUR_SET_MAX)
        __augur_unsupported("a reader-writer lock that a thread reads beside which 128 others live");
    l->__data.__pad4 = AUGUR_OWNERS | (l->__data.__flags & READERS_FIRST ? AUGUR_FIRST : 0);
    if (augur_waiters_has(readers(l), number))
        read_again(l);
    else
        augur_waiters_add(readers(l), number);
    l->__data.__readers++;
    __augur_hold(1, NULL, readers(l));
    return 0;
}

static int begin_write(pthread_rwlock_t *l)
{
    l->__data.__readers = WRITER | (unsigned)augur_number();
    l->__data.__cur_writer = augur_number();
    l->__data.__pad4 = (unsigned)augur_number();
    __augur_hold(1, &l->__data.__cur_writer, &l->__data.__cur_writer);
    return 0;
}

static int is_writer(const pthread_rwlock_t *l)
{
    return l->__data.__cur_writer == augur_number();
}

/* Others read and somebody waits to write: one who does not want to wait may be
 * turned away. Who is about to wait may come to that later: both happen. */
static int is_behind_writer(pthread_rwlock_t *l)
{
    return l->__data.__readers && !(l->__data.__flags & READERS_FIRST) &&
           (*writers_until(l) || __augur_waiters(l)) && __divine_choice(2);
}

/* ---- the user's view -------------------------------------------------- */

/* posix: pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_tryrdlock
 *        pthread_rwlock_trywrlock pthread_rwlock_unlock
 * explored: who gets the lock of those who want it, readers before writers or after; a
 *   reader that waits behind a waiting writer (as a deadlock, where one comes of it), and
 *   tryrdlock that says EBUSY then, for all kinds but PTHREAD_RWLOCK_PREFER_READER_NP
 *   where the program sets that by name. Circles through readers and writers.
 * left out: trywrlock that fails though the lock is free.
 * accesses: none that race; the lock is the library's.
 * tests: deadlock/rwlock_*.c locks/rwlock_try_read_*.c mutex-misuse/rwlock_unlock_*.c */

ROLE(shares) MASKED int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    __divine_interrupt_mask();
    __augur_wait((const unsigned *)&l->__data.__cur_writer, ~0u, (unsigned)augur_number(),
                 AUGUR_QUEUED, "read lock", l, (const int *)&l->__data.__pad4, NULL);
    check(l, "pthread_rwlock_rdlock: the lock was destroyed");
    return is_writer(l) ? EDEADLK : begin_read(l);
}

MASKED int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    __divine_interrupt_mask();
    __augur_wait(&l->__data.__readers, ~0u, WRITER | (unsigned)augur_number(), AUGUR_FREE,
                 "write lock", l, (const int *)&l->__data.__pad4, NULL);
    check(l, "pthread_rwlock_wrlock: the lock was destroyed");
    return is_writer(l) ? EDEADLK : begin_write(l);
}

MASKED int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    __divine_interrupt_mask();
    check(l, "pthread_rwlock_tryrdlock: the lock was destroyed");
    return l->__data.__readers & WRITER || is_behind_writer(l) ? EBUSY : begin_read(l);
}

MASKED int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    __divine_interrupt_mask();
    check(l, "pthread_rwlock_trywrlock: the lock was destroyed");
    return l->__data.__readers ? EBUSY : begin_write(l);
}

/* posix: pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_clockrdlock
 *        pthread_rwlock_clockwrlock
 * explored: had in time, or too late, whenever the lock is held (or a writer waits). Who
 *   waits to write turns away readers that do not want to wait, as without a deadline.
 * accesses: r the deadline, before the lock is looked at.
 * tests: locks/rwlock_timed*.c locks/rwlock_try_read_timed*.c */
static int too_late(clockid_t clock, const struct timespec *deadline)
{
    if (augur_bad_time(deadline))
        return EINVAL;
    augur_clock_reached(clock, deadline);
    return ETIMEDOUT;
}

/* Being scheduled while the lock is held means the time was over; see
 * pthread_mutex.c. */
static MASKED int read_until(pthread_rwlock_t *l, clockid_t clock, const struct timespec *deadline)
{
    __divine_interrupt_mask();
    check(l, "pthread_rwlock_timedrdlock: the lock was destroyed");
    if (is_writer(l))
        return EDEADLK;
    if (l->__data.__readers & WRITER || is_behind_writer(l))
        return too_late(clock, deadline);
    return begin_read(l);
}

static MASKED int write_until(pthread_rwlock_t *l, clockid_t clock, const struct timespec *deadline)
{
    __divine_interrupt_mask();
    check(l, "pthread_rwlock_timedwrlock: the lock was destroyed");
    if (is_writer(l))
        return EDEADLK;
    if (l->__data.__readers && !augur_bad_time(deadline)) {
        ++*writers_until(l);    /* Readers can tell. */
        __divine_interrupt_unmask();
        __divine_interrupt_mask();
        --*writers_until(l);
    }
    if (l->__data.__readers)
        return too_late(clock, deadline);
    return begin_write(l);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock,
                               const struct timespec *deadline)
{
    struct timespec until = *deadline;
    return read_until(l, clock, &until);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock,
                               const struct timespec *deadline)
{
    struct timespec until = *deadline;
    return write_until(l, clock, &until);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *deadline)
{
    return pthread_rwlock_clockrdlock(l, CLOCK_REALTIME, deadline);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *deadline)
{
    return pthread_rwlock_clockwrlock(l, CLOCK_REALTIME, deadline);
}

/* Ends a share of the lock. 0 if the lock is held for writing. What it asks of __readers
 * has the same answer whoever else reads. */
ROLE(shares) static MASKED int end_read(pthread_rwlock_t *l)
{
    if (l->__data.__readers & WRITER)
        return 0;
    if (l->__data.__readers == 0)
        augur_misuse("pthread_rwlock_unlock: the lock is not held");
    if (!augur_waiters_has(readers(l), augur_number()))
        augur_misuse("pthread_rwlock_unlock: this thread does not hold the lock");
    if (!end_again(l))
        augur_waiters_remove(readers(l), augur_number());
    if (--l->__data.__readers == 0)
        l->__data.__pad4 = 0;
    __augur_hold(-1, NULL, readers(l));
    return 1;
}

MASKED int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    __divine_interrupt_mask();
    check(l, "pthread_rwlock_unlock: the lock was destroyed");
    if (end_read(l))
        return 0;
    if (!is_writer(l))
        augur_misuse("pthread_rwlock_unlock: another thread holds the lock for writing");
    l->__data.__readers = 0;
    l->__data.__cur_writer = 0;
    l->__data.__pad4 = 0;
    __augur_hold(-1, &l->__data.__cur_writer, &l->__data.__cur_writer);
    return 0;
}

/* posix: pthread_rwlock_init pthread_rwlock_destroy
 * explored: no memory for the lock; one that is held, or was not destroyed.
 * faults: malloc
 * accesses: w the lock (races like the program's own in `crates/verify/tests/library`).
 * tests: mutex-misuse/rwlock_init_*.c mutex-misuse/destroy_rwlock_held.c faults/key_memory*.c */

/* As for mutexes: see pthread_mutex.c. */
static void check_fresh(const pthread_rwlock_t *l)
{
    unsigned readers = __augur_peek(&l->__data.__readers), owners = __augur_peek(&l->__data.__pad4);
    if (readers && (readers & WRITER ? readers == (WRITER | owners) : owners & AUGUR_OWNERS))
        augur_misuse("pthread_rwlock_init: the lock is held");
    if (__augur_peek((const unsigned *)&l->__data.__shared) == INITIALISED &&
        __augur_object_kind(l) != AUGUR_STACK)
        augur_misuse("pthread_rwlock_init: the lock is initialised already and was not destroyed");
}

MASKED int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attributes)
{
    __divine_interrupt_mask();
    augur_makes(l, sizeof *l, attributes, sizeof *attributes);
    check_fresh(l);
    if (augur_fault(AUGUR_FAULT_MALLOC))
        return ENOMEM;
    *l = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
    l->__data.__shared = INITIALISED;
    if (attributes)
        l->__data.__flags = (unsigned)attributes->__align & KEPT;
    return 0;
}

MASKED int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
    __divine_interrupt_mask();
    check(l, "pthread_rwlock_destroy: the lock was destroyed already");
    if (l->__data.__readers)
        augur_misuse("pthread_rwlock_destroy: the lock is held");
    l->__data.__shared = 0;
    l->__data.__flags = (unsigned)DESTROYED;
    return 0;
}

/* posix: others
 * explored: the result follows from the arguments.
 * left out: no memory for attributes (glibc needs none).
 * accesses: r and w the attributes.
 * tests: deadlock/rwlock_readers_first_ok.c deadlock/rwlock_behind_writer.c */

/* ---- attributes: the kind as in __flags, shared in bit 2 --------------- */

int pthread_rwlockattr_init(pthread_rwlockattr_t *a)
{
    a->__align = 0;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a)
{
    (void)a;
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int kind)
{
    if (kind < 0 || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    int first = kind == PTHREAD_RWLOCK_PREFER_READER_NP ? READERS_FIRST : 0;
    a->__align = (a->__align & ~KEPT) | kind | first;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *a, int *kind)
{
    *kind = a->__align & KIND;
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    a->__align = (a->__align & ~4) | shared << 2;
    return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *a, int *shared)
{
    *shared = a->__align >> 2 & 1;
    return 0;
}
