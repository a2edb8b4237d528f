/* <semaphore.h>: unnamed semaphores. Named ones (sem_open) are not modelled.
 *
 *   offset 0 value    4 1 when destroyed */
#include <augur/thread.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

struct semaphore {
    unsigned value, destroyed, unused[6];
};
_Static_assert(sizeof(struct semaphore) == sizeof(sem_t), "glibc's layout");

static struct semaphore *check(sem_t *s, const char *message)
{
    struct semaphore *semaphore = (struct semaphore *)s;
    if (semaphore->destroyed)
        augur_misuse(message);
    return semaphore;
}

static int fail(int error)
{
    errno = error;
    return -1;
}

MASKED int sem_init(sem_t *s, int shared, unsigned value)
{
    __divine_interrupt_mask();
    (void)shared;
    if (value > INT_MAX)
        return fail(EINVAL);
    *(struct semaphore *)s = (struct semaphore){ .value = value };
    return 0;
}

MASKED int sem_destroy(sem_t *s)
{
    __divine_interrupt_mask();
    check(s, "sem_destroy: the semaphore was destroyed already")->destroyed = 1;
    return 0;
}

MASKED int sem_wait(sem_t *s)
{
    __divine_interrupt_mask();
    struct semaphore *semaphore = check(s, "sem_wait: the semaphore was destroyed");
    if (__augur_fault_enabled(AUGUR_FAULT_EINTR) && __divine_choice(2) == 1)
        return fail(EINTR);
    __augur_wait(&semaphore->value, ~0u, 0, AUGUR_NE, "semaphore", s, NULL);
    check(s, "a semaphore was destroyed while a thread was waiting for it");
    semaphore->value--;
    return 0;
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

/* Being scheduled while the value is 0 means the time was over; see
 * pthread_mutex.c. */
MASKED int sem_timedwait(sem_t *restrict s, const struct timespec *restrict deadline)
{
    __divine_interrupt_mask();
    struct semaphore *semaphore = check(s, "sem_timedwait: the semaphore was destroyed");
    if (!semaphore->value)
        return fail(augur_bad_time(deadline) ? EINVAL : ETIMEDOUT);
    semaphore->value--;
    return 0;
}

int sem_clockwait(sem_t *restrict s, clockid_t clock, const struct timespec *restrict deadline)
{
    (void)clock;
    return sem_timedwait(s, deadline);
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

MASKED int sem_getvalue(sem_t *restrict s, int *restrict value)
{
    __divine_interrupt_mask();
    *value = (int)check(s, "sem_getvalue: the semaphore was destroyed")->value;
    return 0;
}
