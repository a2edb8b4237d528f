/* <pthread.h>: mutexes of every kind.
 *
 * A free mutex has owner 0, a held one 1 + the number of its thread; unlocking
 * restores the bytes that were there before locking. A mutex with a static
 * initialiser differs from zeroed memory in nothing but the kind.
 *
 *   offset  0 __lock   (INITIALISED)  12 __nusers (1: threads wait for its release)
 *           4 __count  (recursion)    16 __kind
 *           8 __owner                 20 __spins  (robust: what happened)
 *                                     22 __elision (the ceiling, if it has one)
 *                                     24 __list   (robust: next held one)
 *
 * Waiting for a mutex until a deadline needs no choice: if the scheduler picks
 * the thread while the mutex is held the time was over, and if it picks it later
 * the mutex was had in time. */
#include <augur/thread.h>
#include <errno.h>
#include <limits.h>

_Static_assert(sizeof(pthread_mutex_t) == 40, "glibc's layout");

enum { KIND_TYPE = 3, KIND_ROBUST = 16, KIND_DESTROYED = -1 };
enum { INITIALISED = 0x6d757478 /* by pthread_mutex_init */ };
enum { ROBUST_FINE = 0, ROBUST_OWNER_DIED = 1, ROBUST_LOST = 2 };

static int type_of(const pthread_mutex_t *m)
{
    int type = m->__data.__kind & KIND_TYPE;
    return type == PTHREAD_MUTEX_ADAPTIVE_NP ? PTHREAD_MUTEX_NORMAL : type;
}

static int is_robust(const pthread_mutex_t *m)
{
    return m->__data.__kind & KIND_ROBUST;
}

static void check_alive(const pthread_mutex_t *m, const char *message)
{
    if (m->__data.__kind == KIND_DESTROYED)
        augur_misuse(message);
}

/* ---- waking through a condition variable ------------------------------ */

void augur_mutex_wake(struct augur_thread *thread, pthread_mutex_t *m)
{
    /* A waiter that had locked a recursive mutex twice still has it. */
    if (m->__data.__owner == 0 || m->__data.__owner == thread->number) {
        thread->wakeup = AUGUR_WAKEUP;
        return;
    }
    thread->wakeup = AUGUR_WAKEUP_PENDING;
    thread->waits_for = m->__data.__owner;
    m->__data.__nusers = 1;
}

static void set_free(pthread_mutex_t *m)
{
    if (m->__data.__nusers) {
        for (struct augur_thread *t = augur_threads.first; t; t = t->next) {
            if (t->waits_on == m && t->wakeup & AUGUR_WAKEUP_PENDING) {
                t->wakeup ^= AUGUR_WAKEUP_PENDING | AUGUR_WAKEUP;
                t->waits_for = 0;
            }
        }
        m->__data.__nusers = 0;
    }
    m->__data.__owner = 0;
    __augur_hold(-1, &m->__data.__owner, &m->__data.__owner);
}

/* ---- robust mutexes --------------------------------------------------- */

/* A thread's held robust mutexes hang on a list through __list.__next, so that
 * its end can pass them on. */
static void robust_enlist(pthread_mutex_t *m)
{
    m->__data.__list.__next = (void *)augur_self->robust;
    augur_self->robust = m;
}

static void robust_unlist(pthread_mutex_t *m)
{
    pthread_mutex_t **at = &augur_self->robust;
    while (*at != m)
        at = (pthread_mutex_t **)&(*at)->__data.__list.__next;
    *at = (void *)m->__data.__list.__next;
    m->__data.__list.__next = NULL;
}

ROLE(blind) void augur_mutex_end_thread(struct augur_thread *thread)
{
    while (thread->robust) {
        pthread_mutex_t *m = thread->robust;
        robust_unlist(m);
        m->__data.__spins = ROBUST_OWNER_DIED;
        m->__data.__count = 0;
        set_free(m);
    }
}

/* ---- lock and unlock inside the caller's section ---------------------- */

static int take(pthread_mutex_t *m)
{
    if (m->__data.__spins == ROBUST_LOST)
        return ENOTRECOVERABLE;
    m->__data.__owner = augur_number();
    __augur_hold(1, &m->__data.__owner, &m->__data.__owner);
    if (is_robust(m))
        robust_enlist(m);
    return m->__data.__spins == ROBUST_OWNER_DIED ? EOWNERDEAD : 0;
}

/* What happens to the owner who locks again: 0 (had it), an error, or -1 for
 * a normal mutex, which makes its owner wait for itself. */
static int relock(pthread_mutex_t *m)
{
    if (type_of(m) == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    if (type_of(m) != PTHREAD_MUTEX_RECURSIVE)
        return -1;
    if (m->__data.__count == UINT_MAX)
        return EAGAIN;
    m->__data.__count++;
    return 0;
}

ROLE(locks) int augur_mutex_acquire(pthread_mutex_t *m, const char *gone)
{
    __augur_wait((const unsigned *)&m->__data.__owner, ~0u, augur_number_if_holding(),
                 AUGUR_FREE, "mutex", m, &m->__data.__owner, NULL);
    check_alive(m, gone);
    if (m->__data.__owner == augur_number()) {
        int error = relock(m);
        if (error >= 0)
            return error;
        __augur_wait((const unsigned *)&m->__data.__owner, ~0u, 0, AUGUR_EQ, "mutex", m,
                     &m->__data.__owner, NULL);
    }
    return take(m);
}

ROLE(locks) int augur_mutex_release(pthread_mutex_t *m, const char *not_owned)
{
    if (m->__data.__owner != augur_number()) {
        if (type_of(m) != PTHREAD_MUTEX_NORMAL || is_robust(m))
            return EPERM;
        augur_misuse(not_owned);
    }
    if (m->__data.__count) {
        m->__data.__count--;
        return 0;
    }
    if (is_robust(m)) {
        robust_unlist(m);
        if (m->__data.__spins == ROBUST_OWNER_DIED)
            m->__data.__spins = ROBUST_LOST;
    }
    set_free(m);
    return 0;
}

static int try(pthread_mutex_t *m, int busy)
{
    if (m->__data.__owner == 0)
        return take(m);
    if (m->__data.__owner == augur_number()) {
        if (type_of(m) == PTHREAD_MUTEX_RECURSIVE)
            return relock(m);
        if (type_of(m) == PTHREAD_MUTEX_ERRORCHECK && busy == ETIMEDOUT)
            return EDEADLK;
    }
    return busy;
}

/* ---- the user's view -------------------------------------------------- */

/* posix: pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock
 * explored: who gets the lock of those who want it, whoever came first. Normal, recursive,
 *   error-checking and robust mutexes do what POSIX says to the owner who locks again and to
 *   others who unlock; what POSIX leaves undefined is a misuse. Deadlocks are found as circles of
 *   owners, while others go on.
 * left out: trylock that fails though the mutex is free (POSIX does not allow it; see
 *   mtx_trylock); priorities, and protocols that change them.
 * accesses: none that race; the lock is the library's.
 * tests: deadlock/ab_ba.c deadlock/ab_ba_ok.c deadlock/self_relock*.c deadlock/trylock_ok.c
 *   mutex-misuse/unlock_*.c mutex-misuse/lock_destroyed.c threads/mutex_*_ok.c
 *   threads/trylock*.c */

/* posix: pthread_mutex_timedlock pthread_mutex_clocklock
 * explored: had in time, or too late, whenever the mutex is held; the clock has then reached the
 *   deadline.
 * left out: deadlines by clocks that are set.
 * accesses: r the deadline, before the mutex is looked at.
 * tests: time/timeout.c time/timeout_ok.c races:mutex_timedlock */

/* posix: pthread_mutex_consistent
 * explored: the next owner after one that has ended is told, whichever thread that is; a mutex
 *   that is unlocked without having been made consistent is lost.
 * left out: processes that end.
 * accesses: none that race.
 * tests: threads/robust_ok.c threads/robust_lost.c */

/* posix: pthread_mutex_init pthread_mutex_destroy
 * explored: no memory for the lock; one that is held, or was not destroyed.
 * left out: on the stack only a held mutex is noticed, since compilers reuse the memory.
 * faults: malloc
 * accesses: w the mutex, r the attributes.
 * tests: mutex-misuse/reinit*.c mutex-misuse/destroy_*.c faults/key_memory*.c races:mutex_init
 *   races:mutex_init_attributes data-race/late_init*.c */

/* posix: others
 * explored: the result follows from the arguments; ceilings and protocols are remembered.
 * left out: what protocols and ceilings do to priorities; no memory for attributes (glibc needs
 *   none).
 * accesses: r and w the attributes.
 * tests: races:mutexattr_init races:mutexattr_settype races:mutexattr_gettype_in
 *   races:mutexattr_gettype_out conformance/thread_traits.c */

/* A mutex that pthread_mutex_init made and nobody destroyed must not be made again.
 * The compiler may use the memory of one local variable for the next without
 * saying so, so on the stack only a held mutex gives itself away. */
static void check_fresh(const pthread_mutex_t *m)
{
    if (__augur_peek((const unsigned *)&m->__data.__lock) != INITIALISED)
        return;
    if (m->__data.__owner)
        augur_misuse("pthread_mutex_init: the mutex is locked");
    if (__augur_object_kind(m) != AUGUR_STACK)
        augur_misuse("pthread_mutex_init: the mutex is initialised already and was not "
                     "destroyed");
}

MASKED int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes)
{
    __divine_interrupt_mask();
    augur_makes(m, sizeof *m, attributes, sizeof *attributes);
    check_fresh(m);
    if (augur_fault(AUGUR_FAULT_MALLOC))
        return ENOMEM;
    *m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    m->__data.__lock = INITIALISED;
    if (attributes) {
        int protocol, ceiling;
        m->__data.__kind = attributes->__align & (KIND_TYPE | KIND_ROBUST);
        pthread_mutexattr_getprotocol(attributes, &protocol);
        pthread_mutexattr_getprioceiling(attributes, &ceiling);
        m->__data.__elision = protocol == PTHREAD_PRIO_PROTECT ? (short)ceiling : 0;
    }
    return 0;
}

MASKED int pthread_mutex_destroy(pthread_mutex_t *m)
{
    __divine_interrupt_mask();
    check_alive(m, "pthread_mutex_destroy: the mutex was destroyed already");
    if (m->__data.__owner)
        augur_misuse("pthread_mutex_destroy: the mutex is locked");
    m->__data.__lock = 0;
    m->__data.__spins = 0;
    m->__data.__kind = KIND_DESTROYED;
    return 0;
}

ROLE(locks) MASKED int pthread_mutex_lock(pthread_mutex_t *m)
{
    __divine_interrupt_mask();
    return augur_mutex_acquire(m, "pthread_mutex_lock: the mutex was destroyed");
}

MASKED int pthread_mutex_trylock(pthread_mutex_t *m)
{
    __divine_interrupt_mask();
    check_alive(m, "pthread_mutex_trylock: the mutex was destroyed");
    return try(m, EBUSY);
}

static MASKED int lock_until(pthread_mutex_t *m, clockid_t clock, const struct timespec *deadline)
{
    __divine_interrupt_mask();
    check_alive(m, "pthread_mutex_timedlock: the mutex was destroyed");
    int error = try(m, ETIMEDOUT);
    if (error != ETIMEDOUT)
        return error;
    if (augur_bad_time(deadline))
        return EINVAL;
    augur_clock_reached(clock, deadline);
    return ETIMEDOUT;
}

int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *deadline)
{
    struct timespec until = *deadline;
    return lock_until(m, clock, &until);
}

int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *deadline)
{
    return pthread_mutex_clocklock(m, CLOCK_REALTIME, deadline);
}

ROLE(locks) MASKED int pthread_mutex_unlock(pthread_mutex_t *m)
{
    __divine_interrupt_mask();
    check_alive(m, "pthread_mutex_unlock: the mutex was destroyed");
    return augur_mutex_release(
        m, m->__data.__owner
               ? "pthread_mutex_unlock: the mutex is held by another thread"
               : "pthread_mutex_unlock: the mutex is not locked");
}

MASKED int pthread_mutex_consistent(pthread_mutex_t *m)
{
    __divine_interrupt_mask();
    check_alive(m, "pthread_mutex_consistent: the mutex was destroyed");
    if (!is_robust(m) || m->__data.__spins != ROBUST_OWNER_DIED ||
        m->__data.__owner != augur_number())
        return EINVAL;
    m->__data.__spins = ROBUST_FINE;
    return 0;
}

/* ---- attributes ------------------------------------------------------- */

/* One word: the type in bits 0–1, robust 16, shared 128, protocol in 8–9, ceiling from 12. */
enum { ATTR_SHARED = 128, ATTR_PROTOCOL_SHIFT = 8, ATTR_CEILING_SHIFT = 12,
       ATTR_PROTOCOL = 3 << ATTR_PROTOCOL_SHIFT };

int pthread_mutexattr_init(pthread_mutexattr_t *a)
{
    a->__align = 0;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *a)
{
    (void)a;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *a, int type)
{
    if (type < 0 || type > KIND_TYPE)
        return EINVAL;
    a->__align = (a->__align & ~KIND_TYPE) | type;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *a, int *type)
{
    *type = a->__align & KIND_TYPE;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *a, int robust)
{
    if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
        return EINVAL;
    a->__align = (a->__align & ~KIND_ROBUST) | (robust ? KIND_ROBUST : 0);
    return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *a, int *robust)
{
    *robust = a->__align & KIND_ROBUST ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    a->__align = (a->__align & ~ATTR_SHARED) | (shared ? ATTR_SHARED : 0);
    return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *a, int *shared)
{
    *shared = a->__align & ATTR_SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol)
{
    if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
        return EINVAL;
    a->__align = (a->__align & ~ATTR_PROTOCOL) | protocol << ATTR_PROTOCOL_SHIFT;
    return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *a, int *protocol)
{
    *protocol = (a->__align & ATTR_PROTOCOL) >> ATTR_PROTOCOL_SHIFT;
    return 0;
}

/* Priorities have no effect here; the ceiling of a mutex that has one is remembered. */
static int is_ceiling(int ceiling) { return ceiling >= 1 && ceiling <= 99; }

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *a, int ceiling)
{
    if (!is_ceiling(ceiling))
        return EINVAL;
    a->__align = (a->__align & ((1 << ATTR_CEILING_SHIFT) - 1)) | ceiling << ATTR_CEILING_SHIFT;
    return 0;
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *a, int *ceiling)
{
    int set = a->__align >> ATTR_CEILING_SHIFT;
    *ceiling = set ? set : 1;
    return 0;
}

static MASKED int exchange_ceiling(pthread_mutex_t *m, int ceiling, int *old)
{
    __divine_interrupt_mask();
    if (!m->__data.__elision || (ceiling && !is_ceiling(ceiling)))
        return EINVAL;
    *old = m->__data.__elision;
    if (ceiling)
        m->__data.__elision = (short)ceiling;
    return 0;
}

int pthread_mutex_getprioceiling(const pthread_mutex_t *m, int *ceiling)
{
    int now, error = exchange_ceiling((pthread_mutex_t *)m, 0, &now);
    if (!error)
        *ceiling = now;
    return error;
}

int pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling, int *old)
{
    int before, error = ceiling ? exchange_ceiling(m, ceiling, &before) : EINVAL;
    if (!error)
        *old = before;
    return error;
}

/* Older names, without a declaration in today's header. */
int pthread_mutexattr_setkind_np(pthread_mutexattr_t *a, int type);
int pthread_mutexattr_setkind_np(pthread_mutexattr_t *a, int type)
{
    return pthread_mutexattr_settype(a, type);
}
