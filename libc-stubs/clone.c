/* <sched.h>: threads as the system itself knows them. */
#define _GNU_SOURCE
#include "libc.h"
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#define THREAD (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD)

/* In the frame of who starts the thread; the thread copies it before that goes on. */
struct birth {
    int (*function)(void *);
    void *argument;
    int *told, *stored, *cleared;
    sem_t copied;
    int id;
};

static void *live(void *argument)
{
    struct birth *birth = argument, own = *birth;
    int id = birth->id = gettid();
    if (own.told)
        *own.told = id;
    sem_post(&birth->copied);
    if (own.stored)
        __atomic_store_n(own.stored, id, __ATOMIC_SEQ_CST);
    own.function(own.argument);
    if (own.cleared) {
        __atomic_store_n(own.cleared, 0, __ATOMIC_SEQ_CST);
        syscall(SYS_futex, own.cleared, FUTEX_WAKE, 1, NULL, NULL, 0);
    }
    return NULL;
}

/* posix: clone
 * explored: a thread of this process (CLONE_THREAD with all that it asks for), whose number is stored and cleared as
 *   the flags say, with a wake-up of who waits for that; it runs at any time from then on.
 * left out: processes, and threads with thread-local memory of their own making (`unsupported`); the stack that is
 *   given is not used; without CLONE_SETTLS the thread still has its own errno.
 * faults: thread-create
 * accesses: w the numbers.
 * tests: threads/clone.c threads/clone_ok.c libc/clone_process.c */
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
    struct birth birth = {
        .function = function,
        .argument = argument,
        .told = flags & CLONE_PARENT_SETTID ? parents : NULL,
        .stored = flags & CLONE_CHILD_SETTID ? childs : NULL,
        .cleared = flags & CLONE_CHILD_CLEARTID ? childs : NULL,
    };
    (void)stack;
    sem_init(&birth.copied, 0, 0);
    pthread_t thread;
    int error = pthread_create(&thread, NULL, live, &birth);
    if (error) {
        errno = error;
        return -1;
    }
    pthread_detach(thread);
    while (sem_wait(&birth.copied) != 0)
        continue;
    int id = birth.id;
    sem_destroy(&birth.copied);
    return id;
}
