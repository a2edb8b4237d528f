/* <pthread.h>: barriers, spin locks, pthread_once. */
#include <augur/thread.h>
#include <augur/unwind.h>
#include <errno.h>

/* posix: pthread_barrier_wait
 * explored: the next round, or the end of the barrier, may begin before all have left.
 * left out: who gets PTHREAD_BARRIER_SERIAL_THREAD: the last to come, as in glibc; POSIX leaves
 *   it open.
 * accesses: none that race.
 * tests: threads/barrier.c threads/barrier_ok.c mutex-misuse/barrier_of_none.c */

/* posix: pthread_barrier_init pthread_barrier_destroy
 * explored: no memory; one that is waited at, or was not destroyed.
 * faults: malloc
 * accesses: w the barrier, r the attributes.
 * tests: mutex-misuse/barrier_init_*.c mutex-misuse/destroy_barrier_waiting.c races:barrier_init */

/* posix: pthread_barrierattr_init pthread_barrierattr_destroy pthread_barrierattr_setpshared pthread_barrierattr_getpshared
 * explored: the result follows from the arguments.
 * accesses: r and w the attributes.
 * tests: races:barrierattr_init */

/* posix: pthread_spin_lock pthread_spin_trylock pthread_spin_unlock
 * explored: who gets the lock. Who spins waits; circles are deadlocks, and so is locking twice.
 * left out: EDEADLK, which POSIX allows.
 * accesses: none that race.
 * tests: mutex-misuse/unlock_spin_for_dead_owner.c mutex-misuse/spin_init_held.c locks/spin_ok.c
 *   locks/spin_posix.c locks/spin_posix_ok.c */

/* posix: pthread_spin_init pthread_spin_destroy
 * explored: one that is held. (Memory that was a lock looks like any other.)
 * faults: malloc
 * accesses: w the lock.
 * tests: mutex-misuse/spin_init_*.c races:spin_init */

/* posix: pthread_once
 * explored: who runs the function; the others wait. A thread that ends or is cancelled in it
 *   leaves it to the next one.
 * left out: other orders of cleanup handlers.
 * accesses: none that race.
 * tests: threads/once_*.c cancel/in_once_ok.c deadlock/once_in_once.c */

/* ---- barriers --------------------------------------------------------- */

/* Whoever completes a round wakes the others through their control blocks, so
 * the next round, or the end of the barrier, may begin before they run. */
struct barrier {
    struct augur_waiters waiters;
    unsigned parties;    /* GATHERS and how many must come; 0 when destroyed */
    unsigned initialised;    /* INITIALISED: by pthread_barrier_init */
    unsigned unused[2];
};
_Static_assert(sizeof(struct barrier) == sizeof(pthread_barrier_t), "glibc's layout");

enum { INITIALISED = 0x62617272 };
#define GATHERS (AUGUR_OWNERS | AUGUR_GATHERS)
_Static_assert(offsetof(struct barrier, parties) == sizeof(struct augur_waiters),
               "who has come stands right before how many must");

/* As for mutexes: see pthread_mutex.c. */
static void check_fresh(const struct barrier *barrier)
{
    if (__augur_peek(&barrier->initialised) != INITIALISED)
        return;
    if (augur_waiters_count(&barrier->waiters))
        augur_misuse("pthread_barrier_init: threads are waiting at the barrier");
    if (__augur_object_kind(barrier) != AUGUR_STACK)
        augur_misuse("pthread_barrier_init: the barrier is initialised already and was not "
                     "destroyed");
}

MASKED int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attributes,
                                unsigned count)
{
    __divine_interrupt_mask();
    augur_makes(b, sizeof *b, attributes, sizeof *attributes);
    (void)attributes;
    if (count == 0 || count > 0x7fffffff)
        return EINVAL;
    check_fresh((struct barrier *)b);
    if (augur_fault(AUGUR_FAULT_MALLOC))
        return ENOMEM;
    /* So many threads never live. */
    if (count >= AUGUR_GATHERS)
        count = AUGUR_GATHERS - 1;
    *(struct barrier *)b =
        (struct barrier){ .parties = GATHERS | count, .initialised = INITIALISED };
    return 0;
}

static struct barrier *check_barrier(pthread_barrier_t *b, const char *message)
{
    struct barrier *barrier = (struct barrier *)b;
    if (barrier->parties == 0)
        augur_misuse(message);
    return barrier;
}

ROLE(gathers) MASKED int pthread_barrier_wait(pthread_barrier_t *b)
{
    __divine_interrupt_mask();
    const int *parties = (const int *)&((struct barrier *)b)->parties;
    /* Says that it comes. */
    __augur_wait((const unsigned *)parties, 0, 1, AUGUR_NE, "barrier", b, parties, NULL);
    struct barrier *barrier = check_barrier(
        b, "pthread_barrier_wait: the barrier was destroyed or never initialised");
    int waiting = augur_waiters_count(&barrier->waiters);
    if ((unsigned)waiting + 1 == (barrier->parties & ~GATHERS)) {
        for (; waiting; waiting--)
            augur_waiters_take(&barrier->waiters, 0)->wakeup = AUGUR_WAKEUP;
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    augur_waiters_add(&barrier->waiters, augur_number());
    if (pthread_cancel)
        augur_self->cancel |= AUGUR_CANCEL_BUSY;
    __augur_wait(&augur_self->wakeup, ~0u, 0, AUGUR_NE, "barrier", b, parties, NULL);
    if (pthread_cancel)
        augur_self->cancel &= ~(unsigned)AUGUR_CANCEL_BUSY;
    augur_self->wakeup = 0;
    return 0;
}

MASKED int pthread_barrier_destroy(pthread_barrier_t *b)
{
    __divine_interrupt_mask();
    struct barrier *barrier = check_barrier(
        b, "pthread_barrier_destroy: the barrier was destroyed already or never initialised");
    if (augur_waiters_count(&barrier->waiters))
        augur_misuse("pthread_barrier_destroy: threads are waiting at the barrier");
    barrier->parties = 0;
    barrier->initialised = 0;
    return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *a)
{
    a->__align = 0;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *a)
{
    (void)a;
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *a, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    a->__align = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *a, int *shared)
{
    *shared = a->__align;
    return 0;
}

/* ---- spin locks ------------------------------------------------------- */

/* The word is 0, or SPIN_HELD and 1 + the number of the holder. Spinning natively,
 * waiting here: the same behaviours without the idle turns. */
enum { SPIN_DESTROYED = -1, SPIN_HELD = 0x5b1d0000, SPIN_HOLDER = 0xffff };

static int held_by_me(void) { return SPIN_HELD | augur_number(); }

static void check_spin(const pthread_spinlock_t *l, const char *message)
{
    if (*l == SPIN_DESTROYED)
        augur_misuse(message);
}

MASKED int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
    __divine_interrupt_mask();
    augur_makes((void *)l, sizeof *l, NULL, 0);
    (void)shared;
    unsigned before = __augur_peek((const unsigned *)(const int *)l);
    if ((before & ~(unsigned)SPIN_HOLDER) == SPIN_HELD)
        augur_misuse("pthread_spin_init: the lock is held");
    if (augur_fault(AUGUR_FAULT_MALLOC))
        return ENOMEM;
    *l = 0;
    return 0;
}

ROLE(locks) MASKED int pthread_spin_lock(pthread_spinlock_t *l)
{
    __divine_interrupt_mask();
    __augur_wait((const unsigned *)(const int *)l, ~0u, (unsigned)SPIN_DESTROYED, AUGUR_FREE,
                 "spin lock", (const void *)l, (const int *)l, NULL);
    check_spin(l, "pthread_spin_lock: the lock was destroyed");
    *l = held_by_me();
    __augur_hold(1, (const int *)l, l);
    return 0;
}

MASKED int pthread_spin_trylock(pthread_spinlock_t *l)
{
    __divine_interrupt_mask();
    check_spin(l, "pthread_spin_trylock: the lock was destroyed");
    if (*l)
        return EBUSY;
    *l = held_by_me();
    __augur_hold(1, (const int *)l, l);
    return 0;
}

ROLE(locks) MASKED int pthread_spin_unlock(pthread_spinlock_t *l)
{
    __divine_interrupt_mask();
    check_spin(l, "pthread_spin_unlock: the lock was destroyed");
    if (*l != held_by_me())
        augur_misuse(*l ? "pthread_spin_unlock: the lock is held by another thread"
                        : "pthread_spin_unlock: the lock is not held");
    *l = 0;
    __augur_hold(-1, (const int *)l, l);
    return 0;
}

MASKED int pthread_spin_destroy(pthread_spinlock_t *l)
{
    __divine_interrupt_mask();
    check_spin(l, "pthread_spin_destroy: the lock was destroyed already");
    if (*l)
        augur_misuse("pthread_spin_destroy: the lock is held");
    *l = SPIN_DESTROYED;
    return 0;
}

/* ---- once ------------------------------------------------------------- */

enum { ONCE_FRESH = 0, ONCE_RUNNING = 1, ONCE_DONE = AUGUR_SETTLED };

/* 1 if the caller is to run the function; 0 when someone has done so. */
ROLE(settles) static MASKED int once_begin(int *once)
{
    __divine_interrupt_mask();
    __augur_wait((const unsigned *)once, ~0u, ONCE_RUNNING, AUGUR_NE, "pthread_once", once,
                 NULL, NULL);
    if (*once == ONCE_DONE)
        return 0;
    *once = ONCE_RUNNING;
    return 1;
}

ROLE(settles) static MASKED void once_end(int *once, int state)
{
    __divine_interrupt_mask();
    *once = state;
}

/* A thread that ends in the function, is cancelled or throws, leaves it to the next one. */
static void once_give_up(void *once) { once_end(once, ONCE_FRESH); }

int pthread_once(pthread_once_t *once, void (*function)(void))
{
    if (once_begin(once)) {
        augur_call(function, once_give_up, once);
        once_end(once, ONCE_DONE);
    }
    return 0;
}
