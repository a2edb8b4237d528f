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
#include <stddef.h>
#include <augur/traps.h>

#undef MASKED
#define MASKED __attribute__((noinline))

/* Sets of waiting threads are bit sets, so this bounds the threads that are
 * alive at once. A set has no order: two states that differ only in who came
 * first to a condition variable are one state. */
#define AUGUR_THREADS_MAX 128
struct augur_waiters { unsigned bits[AUGUR_THREADS_MAX / 32]; };

/* The control block; a pthread_t points here. It is never freed by hand: when
 * nobody has the pthread_t any more the machine collects it, and until then it
 * remembers that the thread was joined or detached. */
enum { AUGUR_ENDED = 1, AUGUR_DETACHED = 2, AUGUR_JOINED = 4 };
/* A waiter that was signalled while its mutex is held could only go and wait for
 * the mutex. It stays where it is, "pending", until the mutex is free, which
 * saves the states in between. */
enum { AUGUR_WAKEUP = 1, AUGUR_WAKEUP_PENDING = 2 };
struct augur_thread {
    struct augur_thread *next;    /* the living threads, by rising number */
    void *result;                 /* kept from the end until the join */
    const void *waits_on;         /* mutex of its condition variable, or futex */
    pthread_mutex_t *robust;      /* robust mutexes it holds, see pthread_mutex.c */
    int number;                   /* 1 + the machine's number; 0 once it ended */
    unsigned flags;
    unsigned wakeup;              /* set by whoever ends its wait */
    int waits_for;                /* number of the thread that must end it, if known */
};

extern struct augur_thread *augur_threads;
extern _Thread_local struct augur_thread *augur_self;

/* 1 + the number of the calling thread, as mutexes store their owner. */
static inline int augur_number(void) { return __divine_get_tid() + 1; }

void augur_thread_start_main(void);
int augur_thread_create(pthread_t *id, int detached, void *(*start)(void *),
                        int (*start_c11)(void *), void *arg);
void augur_thread_exit(void *result) __attribute__((noreturn));

/* The rest must be called inside an atomic section. */
struct augur_thread *augur_thread_check(pthread_t id, const char *message);
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

static inline _Noreturn void augur_misuse(const char *message)
{
    __augur_problem(AUGUR_MUTEX_MISUSE, message);
}

#endif
