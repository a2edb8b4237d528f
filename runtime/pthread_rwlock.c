/* <pthread.h>: reader-writer locks.
 *
 *   __readers        0 free, n held by n readers, WRITER + number of a writer
 *   __cur_writer     1 + the number of the writing thread
 *   __writers … __pad3   the set of threads that read
 *   __pad4           who must act before somebody can write: 1 + the number of
 *                    the writing thread, or AUGUR_OWNERS if that is the set; with
 *                    bit 0 while some thread reads more than twice: then the set
 *                    cannot tell when a thread has stopped
 *   __rwelision …    the set of threads that read twice
 *   __shared         INITIALISED by pthread_rwlock_init
 *   __flags          preference (as initialised; has no effect), or destroyed
 *
 * POSIX leaves open whether readers or writers go first; all orders are
 * explored. */
#include <augur/thread.h>
#include <errno.h>

enum { DESTROYED = -1, INITIALISED = 0x72776c6b };
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

_Static_assert(offsetof(struct __pthread_rwlock_arch_t, __flags) ==
                   offsetof(struct __pthread_rwlock_arch_t, __rwelision) +
                       sizeof(struct augur_waiters),
               "and so does the set of those who read twice");

static struct augur_waiters *twice(pthread_rwlock_t *l)
{
    return (struct augur_waiters *)&l->__data.__rwelision;
}

static int begin_read(pthread_rwlock_t *l)
{
    if (l->__data.__readers == WRITER - 1)
        return EAGAIN;
    int number = augur_number();
    l->__data.__pad4 |= AUGUR_OWNERS;
    if (!augur_waiters_has(readers(l), number))
        augur_waiters_add(readers(l), number);
    else if (!augur_waiters_has(twice(l), number))
        augur_waiters_add(twice(l), number);
    else
        l->__data.__pad4 |= 1;
    l->__data.__readers++;
    __augur_hold(1, NULL);
    return 0;
}

static int begin_write(pthread_rwlock_t *l)
{
    l->__data.__readers = WRITER | (unsigned)augur_number();
    l->__data.__cur_writer = augur_number();
    l->__data.__pad4 = (unsigned)augur_number();
    __augur_hold(1, &l->__data.__cur_writer);
    return 0;
}

static int is_writer(const pthread_rwlock_t *l)
{
    return l->__data.__cur_writer == augur_number();
}

MASKED int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    __divine_interrupt_mask();
    __augur_wait((const unsigned *)&l->__data.__cur_writer, ~0u, (unsigned)augur_number(),
                 AUGUR_FREE, "read lock", l, &l->__data.__cur_writer, NULL);
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
    return l->__data.__readers & WRITER ? EBUSY : begin_read(l);
}

MASKED int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    __divine_interrupt_mask();
    check(l, "pthread_rwlock_trywrlock: the lock was destroyed");
    return l->__data.__readers ? EBUSY : begin_write(l);
}

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
    if (l->__data.__readers & WRITER)
        return too_late(clock, deadline);
    return begin_read(l);
}

static MASKED int write_until(pthread_rwlock_t *l, clockid_t clock, const struct timespec *deadline)
{
    __divine_interrupt_mask();
    check(l, "pthread_rwlock_timedwrlock: the lock was destroyed");
    if (is_writer(l))
        return EDEADLK;
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

static void end_read(pthread_rwlock_t *l)
{
    if (!augur_waiters_has(readers(l), augur_number()))
        augur_misuse("pthread_rwlock_unlock: this thread does not hold the lock");
    l->__data.__readers--;
    if (l->__data.__readers == 0) {
        *readers(l) = *twice(l) = (struct augur_waiters){ { 0 } };
        l->__data.__pad4 = 0;
    } else if (l->__data.__pad4 == AUGUR_OWNERS) {
        int again = augur_waiters_has(twice(l), augur_number());
        augur_waiters_remove(again ? twice(l) : readers(l), augur_number());
    }
}

MASKED int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    __divine_interrupt_mask();
    check(l, "pthread_rwlock_unlock: the lock was destroyed");
    if (l->__data.__readers == 0)
        augur_misuse("pthread_rwlock_unlock: the lock is not held");
    if (!(l->__data.__readers & WRITER)) {
        end_read(l);
        __augur_hold(-1, NULL);
    } else if (is_writer(l)) {
        l->__data.__readers = 0;
        l->__data.__cur_writer = 0;
        l->__data.__pad4 = 0;
        __augur_hold(-1, &l->__data.__cur_writer);
    } else
        augur_misuse("pthread_rwlock_unlock: another thread holds the lock for writing");
    return 0;
}

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
    check_fresh(l);
    *l = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
    l->__data.__shared = INITIALISED;
    if (attributes)
        l->__data.__flags = (unsigned)attributes->__align & 3;
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

/* ---- attributes: the preference in bits 0–1, shared in bit 2 ---------- */

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
    a->__align = (a->__align & ~3) | kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *a, int *kind)
{
    *kind = a->__align & 3;
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
