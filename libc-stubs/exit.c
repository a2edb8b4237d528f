/* The ending half of <stdlib.h>: exit, atexit, abort.
 *
 * Handlers hang on a list in the library's own memory, the newest first, and
 * are taken off before they are called, so that a handler may register more.
 *
 * Streams are flushed after the handlers, by exit alone. */
#include "libc.h"
#include <augur/thread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct handler {
    struct handler *next;
    void (*plain)(void);
    void (*with_argument)(void *);
    void (*with_status)(int, void *);
    void *argument;
};

static struct handler *at_exit_list, *at_quick_exit_list;
void (*augur_at_exit)(void);

static MASKED int add(struct handler **list, struct handler h)
{
    __divine_interrupt_mask();
    struct handler *node = __augur_alloc(sizeof *node, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    *node = h;
    node->next = *list;
    *list = node;
    return 0;
}

/* The next handler, or what comes at last if there is none. */
struct next {
    struct handler *handler;
    void (*last)(void);
};

static MASKED struct next take(struct handler **list)
{
    __divine_interrupt_mask();
    struct handler *node = *list;
    if (!node)
        return (struct next){ NULL, augur_at_exit };
    *list = node->next;
    return (struct next){ node, NULL };
}

/* A node that was taken is private to the thread that calls exit. */
static struct next run(struct handler **list, int status)
{
    for (;;) {
        struct next next = take(list);
        struct handler *h = next.handler;
        if (!h)
            return next;
        if (h->plain)
            h->plain();
        else if (h->with_argument)
            h->with_argument(h->argument);
        else
            h->with_status(status, h->argument);
    }
}

static int add_if_room(struct handler **list, struct handler h)
{
    return augur_fault(AUGUR_FAULT_MALLOC) ? -1 : add(list, h);
}

/* posix: atexit on_exit at_quick_exit
 * explored: handlers run in reverse order.
 * faults: malloc
 * tests: faults/malloc_calls.c faults/malloc_calls_ok.c */
int atexit(void (*function)(void))
{
    return add_if_room(&at_exit_list, (struct handler){ .plain = function });
}

int on_exit(void (*function)(int, void *), void *argument)
{
    return add_if_room(&at_exit_list,
                       (struct handler){ .with_status = function, .argument = argument });
}

int __cxa_atexit(void (*function)(void *), void *argument, void *library);
int __cxa_atexit(void (*function)(void *), void *argument, void *library)
{
    (void)library;
    return add(&at_exit_list,
               (struct handler){ .with_argument = function, .argument = argument });
}

void __cxa_finalize(void *library);
void __cxa_finalize(void *library) { (void)library; }

int at_quick_exit(void (*function)(void))
{
    return add_if_room(&at_quick_exit_list, (struct handler){ .plain = function });
}

/* The parent sees eight bits. With --exit-zero it wants to see none of them set. */
static _Noreturn void end(int status)
{
    status &= 0xff;
    if (__augur_fault_enabled(AUGUR_EXIT_ZERO) && status) {
        static const char words[] = "the program exits with status ";
        char text[sizeof words + 3] = { 0 }, *at = text + sizeof words - 1;
        memcpy(text, words, sizeof words);
        for (int unit = status >= 100 ? 100 : status >= 10 ? 10 : 1; unit; unit /= 10)
            *at++ = (char)('0' + status / unit % 10);
        __augur_problem(AUGUR_ABORT, text);
    }
    __augur_exit(status);
}

/* posix: exit quick_exit _exit _Exit
 * explored: handlers run first, then streams are flushed (by exit alone), while other
 *   threads go on. The status has eight bits.
 * left out: waiting for the locks of streams, which newer versions of glibc do.
 * tests: streams/array_of_main.c streams/array_of_main_ok.c streams/exit_flushes_ok.c
 *   streams/exit_not_flushed_ok.c libc/exit_status_ok.c */
void exit(int status)
{
    augur_thread_local_destructors();
    struct next next = run(&at_exit_list, status);
    __augur_call_destructors();
    if (next.last)
        next.last();
    end(status);
}

void quick_exit(int status)
{
    run(&at_quick_exit_list, status);
    end(status);
}

void _exit(int status) { end(status); }

void _Exit(int status) { end(status); }

/* posix: abort
 * explored: a handler for SIGABRT runs first, also if the signal is blocked or the handler
 *   wants to know more (SA_SIGINFO); one that does not return (longjmp) goes on.
 * accesses: none.
 * tests: signals/abort_handler*.c */
void augur_signal_abort(void);
void abort(void)
{
    if (augur_handles_signals())
        augur_signal_abort();
    __augur_problem(AUGUR_ABORT, "abort() was called");
}
