/* <pthread.h>: thread attributes, scheduling parameters, names, cancellation
 * state. Only the detach state changes what a program can do here; the rest is
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

/* ---- cancellation ----------------------------------------------------- */

/* As long as nobody can cancel, state and type only have to be remembered, and
 * every cancellation point does nothing. */
static _Thread_local int cancel_state, cancel_type;

int pthread_setcancelstate(int state, int *old)
{
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old)
        *old = cancel_state;
    cancel_state = state;
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    if (old)
        *old = cancel_type;
    cancel_type = type;
    return 0;
}

void pthread_testcancel(void) {}

int pthread_cancel(pthread_t id)
{
    (void)id;
    __augur_unsupported("pthread_cancel: cancellation of threads");
}
