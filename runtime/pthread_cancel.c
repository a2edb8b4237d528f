/* <pthread.h>: pthread_cancel. It stands alone: a program that does not name it pays
 * nothing for cancellation (see augur_alarm).
 *
 * A request sets the alarm in the control block of a thread that is ready for it.
 * Cancellation points look at the alarm before they wait and wait with it, so that
 * it wakes them. A thread that may be cancelled at any time (asynchronously) is
 * turned aside by a helper thread of ours: natively a signal does that, which
 * arrives some time after pthread_cancel has returned, and the scheduler decides
 * when the helper runs. */
#include <augur/thread.h>

/* posix: pthread_cancel
 * explored: the request is acted on at any cancellation point from then on, in the middle of a wait
 *   there, or (asynchronously) between any two accesses; a thread that has ended is left alone.
 *   Cancelling one that was joined is a misuse.
 *   A call of a stream acts on it or does not, as POSIX leaves open. Where what a wait is for
 *   has come as well, either happens.
 * left out: asynchronous cancellation at a barrier (`unsupported`); functions that POSIX only
 *   allows to be cancellation points, and that never are in glibc (those on names of files,
 *   locks for reading and writing).
 * accesses: none.
 * tests: cancel/async_*.c cancel/lost_memory*.c cancel/cancel_joined.c cancel/points_ok.c
 *   cancel/output*.c cancel/stream_*.c */

/* Runs as a thread of its own. By now the other one may have ended, or may not
 * want to be disturbed any more. */
ROLE(observes) static MASKED void deliver(void *argument)
{
    __divine_interrupt_mask();
    struct augur_thread *thread = argument;
    if (!(thread->flags & AUGUR_ENDED) && thread->alarm &&
        thread->cancel & AUGUR_CANCEL_ASYNC) {
        if (thread->cancel & AUGUR_CANCEL_BUSY)
            __augur_unsupported("asynchronous cancellation of a thread that waits at a barrier");
        if (__augur_divert(thread->number - 1, augur_cancel_now)) {
            thread->waits_on = NULL;
            thread->wakeup = 0;
            thread->flags &= ~(unsigned)AUGUR_LOOKING;
            augur_set_alarm(thread, 0);
        }
    }
    __augur_end_thread();
}

ROLE(observes) static MASKED int request(pthread_t id)
{
    __divine_interrupt_mask();
    struct augur_thread *thread =
        augur_thread_check(id, "pthread_cancel: this value is not the id of a thread");
    if (thread->flags & AUGUR_JOINED)
        augur_thread_misuse("pthread_cancel: the thread has ended and was joined");
    if (thread->flags & AUGUR_ENDED) {
        if (thread->flags & AUGUR_DETACHED)
            augur_thread_misuse("pthread_cancel: the thread is detached and has ended");
        return 0;
    }
    if (thread->cancel & AUGUR_CANCEL_REQUESTED)
        return 0;
    thread->cancel |= AUGUR_CANCEL_REQUESTED;
    int now = augur_cancel_settle(thread);
    if (thread != augur_self && thread->alarm && thread->cancel & AUGUR_CANCEL_ASYNC)
        __divine_new_thread(deliver, thread);
    return now;
}

int pthread_cancel(pthread_t id) { return augur_or_cancel(request(id)); }
