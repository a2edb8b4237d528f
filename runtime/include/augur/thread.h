/* What the parts of the runtime know about threads; not for users.
 *
 * Every function that touches what several threads share opens one atomic
 * section and closes it by returning. A section is bound to the frame that
 * opened it, so such a function must not be inlined into a caller that goes on
 * afterwards: it carries MASKED. */
#ifndef AUGUR_THREAD_H
#define AUGUR_THREAD_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>
#include <augur/fault.h>
#include <augur/known.h>
#include <augur/traps.h>

#undef MASKED
#define MASKED __attribute__((noinline))

/* A set of waiting threads. It has no order: two states that differ only in who
 * came first to a condition variable are one state. Threads with numbers above
 * AUGUR_SET_MAX are not in it: they say themselves where they wait. */
struct augur_waiters { unsigned bits[AUGUR_SET_MAX / 32]; };

/* The control block; a pthread_t points here. It is never freed by hand: when
 * nobody has the pthread_t any more the machine collects it, and until then it
 * remembers that the thread was joined or detached. Once it was joined, or detached
 * and has ended, the id may be that of a thread started later, as if it were freed. */
enum { AUGUR_ENDED = 1, AUGUR_DETACHED = 2, AUGUR_JOINED = 4,
       AUGUR_BEGUN = 8 /* it can handle signals; said where it matters */,
       AUGUR_LOOKING = 16 /* it was interrupted and looks for signals, but is in no handler */,
       AUGUR_CALLED = 32 /* a courier is on its way to it */ };
/* A waiter that was signalled while its mutex is held could only go and wait for
 * the mutex. It stays where it is, "pending", until the mutex is free, which
 * saves the states in between. */
enum { AUGUR_WAKEUP = 1, AUGUR_WAKEUP_PENDING = 2,
       AUGUR_WAKEUP_ALONE = 4 /* by a signal, and it may be cancelled: see pthread_cond.c */ };
/* Cancellation of a thread. The alarm rings, that is, is not 0, while a request is
 * there and the thread is ready to act on it. */
enum { AUGUR_CANCEL_REQUESTED = 1, AUGUR_CANCEL_DISABLED = 2, AUGUR_CANCEL_ASYNC = 4,
       AUGUR_CANCEL_ENDING = 8, AUGUR_CANCEL_BUSY = 16 /* in a wait nobody may leave */,
       AUGUR_CANCEL_DEAF = 32 /* in a wait that only a handler ends early */ };
struct augur_thread {
    struct augur_thread *self;    /* what programs look for at %fs:0, see thread_pointer.c */
    struct augur_thread *next;    /* see augur_threads */
    void *result;                 /* kept from the end until the join */
    const void *waits_on;         /* mutex of its condition variable, or futex */
    pthread_mutex_t *robust;      /* robust mutexes it holds, see pthread_mutex.c */
    int number;                   /* 1 + the machine's number; 0 once it ended */
    unsigned flags;
    unsigned wakeup;              /* set by whoever ends its wait */
    int waits_for;                /* number of the thread that must end it, if known */
    unsigned futex_bits;          /* which wake-ups a futex waits for */
    unsigned cancel, alarm;
    int joins_as;                 /* 1 + its number, as long as it can be joined */
    unsigned interrupted, roused; /* see augur_interruption */
    struct augur_signals *signals;    /* sent to it and held back; see signals.h */
    unsigned long blocked;        /* signals, as far as others must know */
    struct augur_traits *traits;  /* if it has others than main at the start */
    const struct augur_waiters *waits_in;    /* if it has a number above AUGUR_SET_MAX */
};

/* What the scheduler of a real machine knows of a thread. New threads inherit it. */
enum { AUGUR_PROCESSORS = 4, AUGUR_NAME_BYTES = 16 };
struct augur_traits {
    char name[AUGUR_NAME_BYTES];    /* "": that of the program */
    unsigned long processors;       /* 0: all */
    int policy, unused;
};
/* A set of processors: those of ours; 0 if there is none. */
unsigned long augur_processors(size_t bytes, const cpu_set_t *set);
/* For sched.c, the calling thread's: policies and processors as Linux has them. */
int augur_set_processors(pthread_t id, unsigned long processors);
unsigned long augur_get_processors(pthread_t id);
int augur_check_policy(int policy, int priority);
int augur_set_policy(pthread_t id, int policy, int priority);
int augur_get_policy(pthread_t id);

/* The threads that live or can still be joined, by rising number. The end of one
 * that can be joined moves no pointer: it is the most frequent change. */
struct augur_threads {
    struct augur_thread *first;
    int living;
};
extern _Thread_local struct augur_thread *augur_self;

/* The signals that the thread blocks: bit n - 1 stands for signal n. */
extern _Thread_local unsigned long augur_blocked;

/* 1 + the number of the calling thread, as mutexes store their owner. */
static inline int augur_number(void) { return __divine_get_tid() + 1; }

/* The same for who holds some lock, and may so come to one that it holds; else 0. Threads
 * that hold nothing wait for a lock in one and the same way. */
static inline unsigned augur_number_if_holding(void)
{
    return __augur_held() ? (unsigned)augur_number() : 0;
}

void augur_thread_start_main(void);
int augur_thread_create(pthread_t *id, int detached, void *(*start)(void *),
                        int (*start_c11)(void *), void *arg, unsigned long stack_bytes);
/* The stack that the attributes ask for; 0 if they do not. */
unsigned long augur_attr_stack_bytes(const pthread_attr_t *attributes);
/* An error if they ask for a policy that only a privileged user may have. */
int augur_attr_check(const pthread_attr_t *attributes);
void augur_thread_exit(void *result) __attribute__((noreturn));

/* ---- cancellation (pthread_exit.c, pthread_cancel.c) ---- */

/* A weak reference: null if the program never names pthread_cancel, and then
 * cancellation costs nothing. */
#pragma weak pthread_cancel

/* What a wait at a cancellation point takes as its alarm. */
static inline const unsigned *augur_alarm(void)
{
    return pthread_cancel ? &augur_self->alarm : NULL;
}

/* Was the calling thread cancelled, and is it ready for it? */
static inline int augur_is_cancelled(void)
{
    return pthread_cancel && augur_self->alarm;
}

/* The same at the end of a wait. If what it waited for is there as well, either counts. */
static inline int augur_is_cancelled_or(int there)
{
    return augur_is_cancelled() && (!there || __divine_choice(2));
}

/* At a call that POSIX allows to be a cancellation point and does not oblige to. No section
 * is open. */
void augur_may_cancel(void);

/* ---- signals (libc-stubs/signal*.c) ---- */

#pragma weak pthread_sigmask
#pragma weak sigprocmask
#pragma weak sigaction
#pragma weak signal
#pragma weak bsd_signal
#pragma weak sysv_signal
#pragma weak __sysv_signal
#pragma weak ssignal
extern sighandler_t bsd_signal(int, sighandler_t);

/* Does the program name what changes the mask, what installs handlers, what sends
 * signals that may go to another thread than the calling one? */
static inline int augur_masks_signals(void) { return pthread_sigmask || sigprocmask; }
static inline int augur_handles_signals(void)
{
    return sigaction || signal || bsd_signal || sysv_signal || __sysv_signal || ssignal;
}
int augur_sends_signals(void);

/* Timers (libc-stubs/signal_timer.c). Once one was set this is a function, to be called in
 * a section before the clock moves to a time, or AUGUR_FOR_EVER: a timer that is due before
 * rings before. */
#pragma weak alarm
#pragma weak ualarm
#pragma weak setitimer
#define AUGUR_FOR_EVER (~0ul >> 1)
extern void (*augur_timers_first)(long until);
void augur_timers_come(long until);    /* Calls it, if it is there. */
static inline int augur_has_timers(void) { return alarm || ualarm || setitimer; }
static inline void augur_timers_settle(long until)
{
    if (augur_has_timers())
        augur_timers_come(until);
}

/* Waits that a handler ends (EINTR): one that restarts unless the handler says
 * otherwise (SA_RESTART), and one that never restarts. Such a wait is in a section
 * that forgets earlier handlers first. */
static inline int augur_is_interruptible(void)
{
    return augur_handles_signals() && augur_sends_signals();
}
static inline const unsigned *augur_interruption(void)
{
    if (!augur_is_interruptible())
        return augur_alarm();
    augur_self->interrupted = augur_self->alarm;
    return &augur_self->interrupted;
}
static inline const unsigned *augur_rousing(void)
{
    if (!augur_is_interruptible())
        return augur_alarm();
    augur_self->roused = augur_self->alarm;
    return &augur_self->roused;
}
/* Waits that are no cancellation points: as augur_interruption, and to be ended by the
 * second. */
static inline const unsigned *augur_interruption_alone(void)
{
    if (!augur_is_interruptible())
        return NULL;
    augur_self->cancel |= AUGUR_CANCEL_DEAF;
    augur_self->interrupted = augur_self->roused = 0;
    return &augur_self->interrupted;
}
static inline void augur_hear_again(void)
{
    if (augur_is_interruptible())
        augur_self->cancel &= ~(unsigned)AUGUR_CANCEL_DEAF;
}
/* Has a handler run since? Whether the wait ends by that or by what it waits for, if
 * that is there as well, is open. */
enum { AUGUR_HANDLED = 2 };
static inline int augur_was_interrupted(int there)
{
    return augur_is_interruptible() && augur_self->interrupted & AUGUR_HANDLED &&
           (!there || __divine_choice(2));
}

/* May a wait that ends by itself end early, or not end because the program does? */
static inline int augur_rests_lightly(void)
{
    return augur_is_interruptible() || augur_has_timers();
}
/* Inside a section that belongs to the calling function: lets others run, as such a wait
 * does. Did a handler run meanwhile? These waits never restart. `until`: what the clock shows
 * at its end, 0 if nobody can tell. */
static inline __attribute__((always_inline)) int augur_is_roused_until(long until)
{
    if (!augur_rests_lightly())
        return 0;
    augur_rousing();
    __divine_interrupt_unmask();
    __divine_interrupt_mask();
    if (until)
        augur_timers_settle(until);
    return augur_self->roused & AUGUR_HANDLED;
}

/* Inside a section. */
static inline void augur_set_alarm(struct augur_thread *thread, unsigned rings)
{
    thread->alarm = rings;
    if (augur_is_interruptible() && !(thread->cancel & AUGUR_CANCEL_DEAF)) {
        thread->interrupted = (thread->interrupted & ~1u) | rings;
        thread->roused = (thread->roused & ~1u) | rings;
    }
}

/* The list of cleanup handlers, as in the header we ship. */
void _pthread_cleanup_push(struct _pthread_cleanup_buffer *record,
                           void (*routine)(void *), void *arg);
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *record, int execute);

/* What the inside of a cancellation point returns when it ends by cancellation:
 * its caller, which has no section open, goes on in augur_cancel_now. */
enum { AUGUR_CANCELLED = -1000 };
void augur_cancel_now(void) __attribute__((noreturn));
void augur_cancel_close(void);
/* Inside a section: sets the alarm as it must be, returns AUGUR_CANCELLED if the
 * calling thread has to go at once, else 0. */
int augur_cancel_settle(struct augur_thread *thread);
static inline int augur_or_cancel(int result)
{
    if (result == AUGUR_CANCELLED)
        augur_cancel_now();
    return result;
}

/* The rest must be called inside an atomic section. */
void augur_waiters_add(struct augur_waiters *set, int number);
void augur_waiters_remove(struct augur_waiters *set, int number);
int augur_waiters_has(const struct augur_waiters *set, int number);
int augur_waiters_count(const struct augur_waiters *set);
/* Takes the index-th thread out of the set. */
struct augur_thread *augur_waiters_take(struct augur_waiters *set, int index);

/* Mutexes without a section of their own (the caller has one open). */
int augur_mutex_acquire(pthread_mutex_t *m, const char *who);
int augur_mutex_release(pthread_mutex_t *m, const char *who);
/* Ends the wait of a thread, now or as soon as its mutex is free. */
void augur_mutex_wake(struct augur_thread *thread, pthread_mutex_t *m);
void augur_mutex_end_thread(struct augur_thread *thread);

/* Run destructors of thread-specific keys and of C++'s thread_local objects; no
 * section is open. */
void augur_keys_end_thread(void);
void augur_thread_local_destructors(void);

/* 0, or EINVAL for a time whose nanoseconds are out of range. */
static inline int augur_bad_time(const struct timespec *t)
{
    return t->tv_nsec < 0 || t->tv_nsec >= 1000000000L;
}

/* ---- time (clock.c) ---- */

long augur_clock_origin(clockid_t clock);    /* what a clock shows at the start */
/* A sleep begins (0: nobody can tell how long it takes); it is over. */
long augur_clock_sleep(const struct timespec *duration);
void augur_clock_wake(long sleep);
void augur_clock_pass(const struct timespec *duration);    /* both */
void augur_clock_reached(clockid_t clock, const struct timespec *deadline);
/* The rest must be called inside a section. Ends a sleep early; tells how much was left. */
long augur_clock_left(long sleep, const struct timespec *duration);
/* When it is over; the deadline by our clock. 0 if nobody can tell. */
long augur_clock_end(long sleep);
long augur_clock_deadline(clockid_t clock, const struct timespec *deadline);
long augur_clock_after(const struct timespec *duration);
/* For timers: now (the clock counts from here on), whether that is exact, and later. */
long augur_clock_now(void);
int augur_clock_is_exact(void);
void augur_clock_tick(long time);

/* A lock or the like is made anew: a plain write of all of it, which races with whatever
 * others do with it meanwhile. Its attributes are read. First thing in a section. */
static inline void augur_makes(void *object, size_t size, const void *attributes,
                               size_t attributes_size)
{
    __augur_touch(object, size, AUGUR_WRITES);
    if (attributes)
        __augur_touch(attributes, attributes_size, AUGUR_READS);
}

static inline _Noreturn void augur_misuse(const char *message)
{
    __augur_problem(AUGUR_MUTEX_MISUSE, message);
}

/* Not a lock is at fault here but a thread: it is joined, detached, cancelled or sent a signal
 * when that cannot be done (any more). */
static inline _Noreturn void augur_thread_misuse(const char *message)
{
    __augur_problem(AUGUR_THREAD_MISUSE, message);
}

#endif
