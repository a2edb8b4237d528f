/* <semaphore.h>: unnamed semaphores, and named ones that only this program sees.
 *
 *   offset 0 value (1 when destroyed, so that nobody waits)
 *          4 DESTROYED or CLOSED
 *
 * Waiting until a deadline needs no choice; see pthread_mutex.c. */
#include <augur/thread.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

struct semaphore {
    unsigned value, destroyed;
    unsigned initialised;    /* INITIALISED: by sem_init */
    unsigned unused[5];
};
_Static_assert(sizeof(struct semaphore) == sizeof(sem_t), "glibc's layout");

enum { DESTROYED = 1, CLOSED = 2 };

/* posix: others
 * explored: who of those that wait gets on; a deadline that is over whenever the value is 0;
 *   a handler that interrupts sem_wait (EINTR), unless SA_RESTART, or a wait with a deadline,
 *   whatever SA_RESTART says, as in Linux; use after sem_close; who is cancelled and could go
 *   on does either.
 * faults: eintr, malloc (sem_open)
 * accesses: r the name and the deadline, w the value.
 * tests: mutex-misuse/sem_closed.c mutex-misuse/sem_closed_ok.c faults/eintr_timed.c
 *   faults/eintr_timed_ok.c signals/interrupted_*.c cancel/posted*.c */

static struct semaphore *check(sem_t *s, const char *message)
{
    struct semaphore *semaphore = (struct semaphore *)s;
    if (semaphore->destroyed == CLOSED)
        augur_misuse("the named semaphore was closed by sem_close");
    if (semaphore->destroyed)
        augur_misuse(message);
    return semaphore;
}

static int fail(int error)
{
    errno = error;
    return -1;
}

enum { INITIALISED = 0x73656d61 };

/* As for mutexes: see pthread_mutex.c. A semaphore must not be made anew while
 * somebody waits for it; POSIX leaves it open whether it may otherwise. Who is
 * about to wait counts as waiting, but may come to that later: both happen. */
static void check_fresh(const struct semaphore *semaphore)
{
    if (__augur_peek(&semaphore->initialised) == INITIALISED && !semaphore->value &&
        __augur_waiters(semaphore) && __divine_choice(2))
        augur_misuse("sem_init: threads are waiting for the semaphore");
}

MASKED int sem_init(sem_t *s, int shared, unsigned value)
{
    __divine_interrupt_mask();
    augur_makes(s, sizeof *s, NULL, 0);
    (void)shared;
    if (value > INT_MAX)
        return fail(EINVAL);
    check_fresh((struct semaphore *)s);
    *(struct semaphore *)s = (struct semaphore){ .value = value, .initialised = INITIALISED };
    return 0;
}

MASKED int sem_destroy(sem_t *s)
{
    __divine_interrupt_mask();
    struct semaphore *semaphore = check(s, "sem_destroy: the semaphore was destroyed already");
    /* As above: who comes to wait later finds the semaphore gone. */
    if (!semaphore->value && __augur_waiters(s) && __divine_choice(2))
        augur_misuse("sem_destroy: threads are waiting for the semaphore");
    *semaphore = (struct semaphore){ .value = 1, .destroyed = DESTROYED };
    return 0;
}

static MASKED int wait(sem_t *s)
{
    __divine_interrupt_mask();
    struct semaphore *semaphore = (struct semaphore *)s;
    if (augur_fault(AUGUR_FAULT_EINTR)) {
        check(s, "sem_wait: the semaphore was destroyed");
        return fail(EINTR);
    }
    __augur_wait(&semaphore->value, ~0u, 0, AUGUR_NE, "semaphore", s, NULL,
                 augur_interruption());
    check(s, "sem_wait: the semaphore was destroyed");
    if (augur_is_cancelled_or(semaphore->value != 0))
        return AUGUR_CANCELLED;
    if (augur_was_interrupted(semaphore->value != 0))
        return fail(EINTR);
    semaphore->value--;
    return 0;
}

int sem_wait(sem_t *s)
{
    pthread_testcancel();
    return augur_or_cancel(wait(s));
}

MASKED int sem_trywait(sem_t *s)
{
    __divine_interrupt_mask();
    struct semaphore *semaphore = check(s, "sem_trywait: the semaphore was destroyed");
    if (!semaphore->value)
        return fail(EAGAIN);
    semaphore->value--;
    return 0;
}

static MASKED int wait_until(sem_t *s, clockid_t clock, const struct timespec *deadline)
{
    __divine_interrupt_mask();
    struct semaphore *semaphore = check(s, "sem_timedwait: the semaphore was destroyed");
    if (!semaphore->value) {
        if (augur_bad_time(deadline))
            return fail(EINVAL);
        if (augur_fault(AUGUR_FAULT_EINTR) ||
            augur_is_roused_until(augur_clock_deadline(clock, deadline)))
            return fail(EINTR);
        check(s, "sem_timedwait: the semaphore was destroyed");
    }
    if (augur_is_cancelled_or(semaphore->value != 0))
        return AUGUR_CANCELLED;
    if (!semaphore->value) {
        augur_clock_reached(clock, deadline);
        return fail(ETIMEDOUT);
    }
    semaphore->value--;
    return 0;
}

int sem_timedwait(sem_t *restrict s, const struct timespec *restrict deadline)
{
    return sem_clockwait(s, CLOCK_REALTIME, deadline);
}

int sem_clockwait(sem_t *restrict s, clockid_t clock, const struct timespec *restrict deadline)
{
    struct timespec until = *deadline;
    pthread_testcancel();
    return augur_or_cancel(wait_until(s, clock, &until));
}

MASKED int sem_post(sem_t *s)
{
    __divine_interrupt_mask();
    struct semaphore *semaphore = check(s, "sem_post: the semaphore was destroyed");
    if (semaphore->value == INT_MAX)
        return fail(EOVERFLOW);
    semaphore->value++;
    return 0;
}

static MASKED int value_of(sem_t *s)
{
    __divine_interrupt_mask();
    return (int)check(s, "sem_getvalue: the semaphore was destroyed")->value;
}

int sem_getvalue(sem_t *restrict s, int *restrict value)
{
    *value = value_of(s);
    return 0;
}

/* ---- named ones ------------------------------------------------------- */

/* What the name stands for, and what it is mapped to while somebody has it open.
 * When nobody does, the value is kept here and the mapping is gone. */
struct named {
    struct semaphore *mapped;
    struct named *next;
    unsigned value;
    int users, unlinked;
    char name[];
};
static struct named *all_named;

static struct named *find(const char *name)
{
    struct named *at = all_named;
    while (at && (at->unlinked || strcmp(at->name, name)))
        at = at->next;
    return at;
}

static void map(struct named *named)
{
    named->mapped =
        __augur_alloc(sizeof *named->mapped, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    named->mapped->value = named->value;
    named->value = 0;
}

/* Whoever still waits there is woken, and finds it gone. */
static void unmap(struct named *named)
{
    named->value = named->mapped->value;
    *named->mapped = (struct semaphore){ .value = 1, .destroyed = CLOSED };
    named->mapped = NULL;
}

static void drop_unused(struct named *named)
{
    if (named->users)
        return;
    if (named->mapped)
        unmap(named);
    if (!named->unlinked)
        return;
    struct named **at = &all_named;
    while (*at != named)
        at = &(*at)->next;
    *at = named->next;
}

static sem_t *refuse(int error)
{
    errno = error;
    return SEM_FAILED;
}

static MASKED sem_t *open_named(const char *name, int flags, unsigned value)
{
    __divine_interrupt_mask();
    struct named *named = find(name);
    if (named && flags & O_CREAT && flags & O_EXCL)
        return refuse(EEXIST);
    if (augur_fault(AUGUR_FAULT_MALLOC))
        return refuse(ENOMEM);
    if (!named) {
        if (!(flags & O_CREAT))
            return refuse(ENOENT);
        if (value > INT_MAX)
            return refuse(EINVAL);
        size_t bytes = strlen(name) + 1;
        named = __augur_alloc(sizeof *named + bytes, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
        __divine_memcpy(named->name, name, bytes);
        named->value = value;
        named->next = all_named;
        all_named = named;
    }
    if (!named->mapped)
        map(named);
    named->users++;
    return (sem_t *)named->mapped;
}

/* posix: sem_open
 * explored: one semaphore for each name.
 * faults: malloc
 * accesses: name r
 * tests: faults/sem_open.c faults/malloc_calls_ok.c */
sem_t *sem_open(const char *name, int flags, ...)
{
    unsigned value = 0;
    __augur_touch(name, strlen(name) + 1, 0);
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        (void)va_arg(arguments, mode_t);
        value = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    return open_named(name, flags, value);
}

MASKED int sem_close(sem_t *s)
{
    __divine_interrupt_mask();
    struct named *named = all_named;
    while (named && (sem_t *)named->mapped != s)
        named = named->next;
    if (!named)
        augur_misuse("sem_close: this is not a semaphore that sem_open has opened");
    named->users--;
    drop_unused(named);
    return 0;
}

static MASKED int unlink_named(const char *name)
{
    __divine_interrupt_mask();
    struct named *named = find(name);
    if (!named)
        return fail(ENOENT);
    named->unlinked = 1;
    drop_unused(named);
    return 0;
}

int sem_unlink(const char *name)
{
    __augur_touch(name, strlen(name) + 1, 0);
    return unlink_named(name);
}
