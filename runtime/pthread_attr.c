/* <pthread.h>: thread attributes, scheduling parameters, names. Only the detach
 * state and the size of the stack change what a program can do here; the rest is
 * remembered (attributes) or accepted (scheduling) and has no effect. */
#include <augur/thread.h>
#include <errno.h>
#include <sched.h>

struct attributes {
    int detached, scope, inherit, policy, priority, unused;
    size_t stack_bytes, guard_bytes;
    void *stack;
};
_Static_assert(sizeof(struct attributes) <= sizeof(pthread_attr_t), "glibc's layout");
enum { STACK_BYTES_DEFAULT = 8 << 20, STACK_BYTES_MIN = 16384, GUARD_BYTES = 4096 };

#define SETTER(name, type, field, valid)                          \
    int pthread_attr_set##name(pthread_attr_t *a, type value)     \
    {                                                             \
        if (!(valid))                                             \
            return EINVAL;                                        \
        ((struct attributes *)a)->field = value;                  \
        return 0;                                                 \
    }
#define GETTER(name, type, field)                                 \
    int pthread_attr_get##name(const pthread_attr_t *a, type *value) \
    {                                                             \
        *value = ((const struct attributes *)a)->field;           \
        return 0;                                                 \
    }

SETTER(detachstate, int, detached,
       value == PTHREAD_CREATE_JOINABLE || value == PTHREAD_CREATE_DETACHED)
GETTER(detachstate, int, detached)
SETTER(scope, int, scope, value == PTHREAD_SCOPE_SYSTEM)
GETTER(scope, int, scope)
SETTER(inheritsched, int, inherit,
       value == PTHREAD_INHERIT_SCHED || value == PTHREAD_EXPLICIT_SCHED)
GETTER(inheritsched, int, inherit)
SETTER(schedpolicy, int, policy, value >= SCHED_OTHER && value <= SCHED_RR)
GETTER(schedpolicy, int, policy)
SETTER(stacksize, size_t, stack_bytes, value >= STACK_BYTES_MIN)
GETTER(stacksize, size_t, stack_bytes)

unsigned long augur_attr_stack_bytes(const pthread_attr_t *a)
{
    size_t bytes = ((const struct attributes *)a)->stack_bytes;
    return bytes == STACK_BYTES_DEFAULT ? 0 : bytes;
}

SETTER(guardsize, size_t, guard_bytes, 1)
GETTER(guardsize, size_t, guard_bytes)

int pthread_attr_init(pthread_attr_t *a)
{
    *a = (pthread_attr_t){ .__size = { 0 } };
    ((struct attributes *)a)->stack_bytes = STACK_BYTES_DEFAULT;
    ((struct attributes *)a)->guard_bytes = GUARD_BYTES;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *a)
{
    (void)a;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *parameters)
{
    ((struct attributes *)a)->priority = parameters->sched_priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *a, struct sched_param *parameters)
{
    parameters->sched_priority = ((const struct attributes *)a)->priority;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *a, void *stack, size_t bytes)
{
    ((struct attributes *)a)->stack = stack;
    return pthread_attr_setstacksize(a, bytes);
}

int pthread_attr_getstack(const pthread_attr_t *a, void **stack, size_t *bytes)
{
    *stack = ((const struct attributes *)a)->stack;
    return pthread_attr_getstacksize(a, bytes);
}

int pthread_attr_setaffinity_np(pthread_attr_t *a, size_t bytes, const cpu_set_t *set)
{
    (void)a, (void)bytes, (void)set;
    return 0;
}

int pthread_attr_getaffinity_np(const pthread_attr_t *a, size_t bytes, cpu_set_t *set)
{
    (void)a;
    return sched_getaffinity(0, bytes, set) < 0 ? EINVAL : 0;
}

int pthread_attr_setstackaddr(pthread_attr_t *a, void *stack)
{
    ((struct attributes *)a)->stack = stack;
    return 0;
}

int pthread_attr_getstackaddr(const pthread_attr_t *a, void **stack)
{
    *stack = ((const struct attributes *)a)->stack;
    return 0;
}

int pthread_setattr_default_np(const pthread_attr_t *a)
{
    (void)a;
    return 0;
}

int pthread_getattr_default_np(pthread_attr_t *a) { return pthread_attr_init(a); }

/* ---- a running thread ------------------------------------------------- */

int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *parameters)
{
    (void)id, (void)policy, (void)parameters;
    return 0;
}

int pthread_getschedparam(pthread_t id, int *policy, struct sched_param *parameters)
{
    (void)id;
    *policy = SCHED_OTHER;
    parameters->sched_priority = 0;
    return 0;
}

int pthread_setschedprio(pthread_t id, int priority)
{
    (void)id, (void)priority;
    return 0;
}

int pthread_setaffinity_np(pthread_t id, size_t bytes, const cpu_set_t *set)
{
    (void)id, (void)bytes, (void)set;
    return 0;
}

int pthread_getaffinity_np(pthread_t id, size_t bytes, cpu_set_t *set)
{
    (void)id;
    return sched_getaffinity(0, bytes, set) < 0 ? EINVAL : 0;
}

/* The stack of a thread here is no piece of memory: it has a size but no address. */
ROLE(blind) static MASKED int is_detached(pthread_t id)
{
    __divine_interrupt_mask();
    struct augur_thread *thread =
        augur_thread_check(id, "pthread_getattr_np: this value is not the id of a thread");
    return thread->flags & AUGUR_DETACHED;
}

int pthread_getattr_np(pthread_t id, pthread_attr_t *a)
{
    int detached = is_detached(id);
    pthread_attr_init(a);
    ((struct attributes *)a)->detached =
        detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
    return 0;
}

int pthread_getcpuclockid(pthread_t id, clockid_t *clock)
{
    (void)id;
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}

int pthread_setconcurrency(int level) { return level < 0 ? EINVAL : 0; }

int pthread_getconcurrency(void) { return 0; }

/* Names are accepted and forgotten: they would only make states differ. */
int pthread_setname_np(pthread_t id, const char *name)
{
    (void)id;
    for (int length = 0; length < 16; length++)
        if (!name[length])
            return 0;
    return ERANGE;
}

int pthread_getname_np(pthread_t id, char *buffer, size_t bytes)
{
    (void)id;
    if (bytes < 16)
        return ERANGE;
    buffer[0] = 0;
    return 0;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare, (void)parent, (void)child;
    return 0;
}
