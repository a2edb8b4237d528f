/* <sched.h>: threads as the system itself knows them. */
#define _GNU_SOURCE
#include "libc.h"
#include <augur/thread.h>
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#define THREAD (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD)

/* A block that only the new thread can reach; what it is to do. */
struct birth {
    int (*function)(void *);
    void *argument;
    int *stored, *cleared;
};

static void *live(void *argument)
{
    const struct birth *birth = argument;
    int *cleared = birth->cleared;
    if (birth->stored)
        __atomic_store_n(birth->stored, gettid(), __ATOMIC_SEQ_CST);
    birth->function(birth->argument);
    if (cleared) {
        __atomic_store_n(cleared, 0, __ATOMIC_SEQ_CST);
        syscall(SYS_futex, cleared, FUTEX_WAKE, 1, NULL, NULL, 0);
    }
    return NULL;
}

/* Its number is stored in the section in which it starts, so it does nothing before: it could have ended by then,
 * and have stored that. */
ROLE(numbers) static MASKED int start(const struct birth *birth, int *told, int *id)
{
    __divine_interrupt_mask();
    pthread_t thread;
    int error = augur_thread_create(&thread, 1, live, NULL, (void *)birth, 0);
    if (error)
        return error;
    *id = AUGUR_PROCESS + ((const struct augur_thread *)thread)->number - 1;
    if (told)
        __atomic_store_n(told, *id, __ATOMIC_SEQ_CST);
    return 0;
}

/* posix: clone
 * explored: a thread of this process (CLONE_THREAD with all that it asks for), whose number is stored and cleared as
 *   the flags say, with a wake-up of who waits for that; it runs at any time from then on.
 * left out: processes, and threads with thread-local memory of their own making (`unsupported`); the stack that is
 *   given is not used; without CLONE_SETTLS the thread still has its own errno.
 * faults: thread-create
 * accesses: w the numbers.
 * tests: threads/clone*.c libc/clone_process.c */
int clone(int (*function)(void *), void *stack, int flags, void *argument, ...)
{
    if ((flags & THREAD) != THREAD)
        __augur_unsupported("clone without CLONE_THREAD: a second process, which is not modelled; what it does can be "
                            "checked as a thread");
    if (flags & CLONE_SETTLS)
        __augur_unsupported("clone with CLONE_SETTLS: thread-local memory of the program's own making");
    va_list list;
    va_start(list, argument);
    /* Only what the flags speak of has to be there. */
    int has_childs = (flags & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID)) != 0;
    int *parents = has_childs || flags & CLONE_PARENT_SETTID ? va_arg(list, int *) : NULL;
    if (has_childs)
        (void)va_arg(list, void *);
    int *childs = has_childs ? va_arg(list, int *) : NULL;
    va_end(list);
    struct birth *birth = __augur_alloc(sizeof *birth, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    birth->function = function;
    birth->argument = argument;
    birth->stored = flags & CLONE_CHILD_SETTID ? childs : NULL;
    birth->cleared = flags & CLONE_CHILD_CLEARTID ? childs : NULL;
    (void)stack;
    int id;
    int error = start(birth, flags & CLONE_PARENT_SETTID ? parents : NULL, &id);
    if (error) {
        errno = error;
        return -1;
    }
    return id;
}
