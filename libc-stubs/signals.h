/* What the files of <signal.h> share.
 *
 * A signal that is sent is put in a list: that of a thread, or that of the process. It
 * is taken out again by a thread that does not block it, which then runs its handler,
 * or by one that waits for it. Whoever sends one to another thread starts a courier: a
 * thread of ours that interrupts the other one whenever the scheduler lets it, so a
 * handler runs between any two of its thread's actions (signal_send.c). */
#ifndef AUGUR_SIGNALS_H
#define AUGUR_SIGNALS_H

#include "libc.h"
#include <augur/thread.h>
#include <errno.h>
#include <signal.h>

enum { SIGNALS = 65, QUEUED_FIRST = 32 /* from here on each one counts */ };
#define BIT(number) (1ul << ((number) - 1))
#define UNBLOCKABLE (BIT(SIGKILL) | BIT(SIGSTOP))

/* Of one number there is at most one in a list, or as many as were sent. Lists are in
 * the order of the numbers, and of sending. */
struct augur_signal {
    struct augur_signal *next;
    int number, code;
    union sigval value;
};

/* What a thread has to do with signals that others send. */
struct augur_signals {
    struct augur_signal *pending;
    unsigned long awaited;    /* it is in sigwait */
    unsigned come;            /* one of those may be there */
};

static inline int augur_signal_is_valid(int number)
{
    return number > 0 && number < SIGNALS && number != 32 && number != 33;
}

static inline int augur_signal_fail(int error)
{
    errno = error;
    return -1;
}

/* ---- inside a section (signal_queue.c) ---- */

extern struct augur_signal *augur_process_signals;
struct augur_signals *augur_signals_of(struct augur_thread *thread);
void augur_signal_put(struct augur_signal **list, struct augur_signal signal);
unsigned long augur_signal_bits(const struct augur_signal *list);
void augur_signal_drop(struct augur_signal **list, int number);
/* Takes one of the mask that the calling thread, or any, may have. 0 if there is none. */
int augur_signal_take(unsigned long mask, struct augur_signal *taken);
unsigned long augur_signal_pending(void);
/* Takes one of the mask, or waits for one: 0, EAGAIN when time is over (null: never), EINTR or
 * AUGUR_CANCELLED (signal_wait.c). */
struct timespec;
int augur_signal_await(unsigned long mask, const struct timespec *timeout, struct augur_signal *taken);
/* Can any come at all? Not from outside. */
int augur_signals_can_come(void);
/* Somebody may want to read it (file_signal.c), in programs that name signalfd. */
void augur_signals_tell(int number, int is_for_process);

/* ---- timers (signal_timer.c), inside a section ---- */

/* The signals of these timers (one bit each) do not end the program. */
extern unsigned augur_timers_harmless;
void augur_timer_judge(int number);

/* ---- delivery (signal.c) ---- */

enum augur_disposition { AUGUR_IGNORES, AUGUR_ENDS, AUGUR_STOPS, AUGUR_HANDLES };
enum augur_disposition augur_signal_disposition(int number);    /* inside a section */
void augur_signal_block(unsigned long mask);
/* sigsuspend changes the mask until the first handler has run, or until the third of
 * these. */
void augur_signal_suspend(unsigned long mask);
int augur_signal_is_suspended(void);
void augur_signal_unsuspend(void);
/* Runs the handlers of what is there and not blocked. */
struct augur_handled { int handlers, interrupting; };    /* was there any? */
struct augur_handled augur_signals_deliver(void);
/* For pselect: as nanosleep, with this mask. */
int augur_sleep_with_mask(const struct timespec *duration, unsigned long mask);
/* A signal from the calling thread to itself. */
void augur_signal_raise(int number, int code);

#endif
