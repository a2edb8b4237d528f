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

/* If there is none, says what comes at last. */
static MASKED struct handler *take(struct handler **list, void (**last)(void))
{
    __divine_interrupt_mask();
    struct handler *node = *list;
    if (node)
        *list = node->next;
    else
        *last = augur_at_exit;
    return node;
}

/* A node that was taken is private to the thread that calls exit. */
static void (*run(struct handler **list, int status))(void)
{
    struct handler *h;
    void (*last)(void);
    while ((h = take(list, &last))) {
        if (h->plain)
            h->plain();
        else if (h->with_argument)
            h->with_argument(h->argument);
        else
            h->with_status(status, h->argument);
    }
    return last;
}

static int add_if_room(struct handler **list, struct handler h)
{
    return augur_fault(AUGUR_FAULT_MALLOC) ? -1 : add(list, h);
}

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

/* The parent sees eight bits. */
static _Noreturn void end(int status) { __augur_exit(status & 0xff); }

void exit(int status)
{
    augur_thread_local_destructors();
    void (*last)(void) = run(&at_exit_list, status);
    __augur_call_destructors();
    if (last)
        last();
    end(status);
}

void quick_exit(int status)
{
    run(&at_quick_exit_list, status);
    end(status);
}

void _exit(int status) { end(status); }

void _Exit(int status) { end(status); }

/* A handler for SIGABRT runs first, as the standard has it. */
void abort(void)
{
    void (*handler)(int) = signal(SIGABRT, SIG_DFL);
    if (handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR)
        handler(SIGABRT);
    __augur_problem(AUGUR_ABORT, "abort() was called");
}
