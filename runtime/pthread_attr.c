/* <pthread.h>: thread attributes, scheduling parameters, names. Only the detach
 * state and the size of the stack change what a program can do here; the rest is
 * remembered and has no effect. Scheduling is that of a user without privileges: real-time
 * policies are refused. Processors of an attribute are not given to the new thread. */
#include <augur/thread.h>
#include <errno.h>
#include <sched.h>

struct attributes {
    int detached, scope, inherit, policy, priority;
    unsigned processors;    /* 0: as its maker's */
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

/* posix: others
 * explored: names, processors, policies and attributes are those that were set, and new
 *   threads inherit them; real-time policies are refused (EPERM), as to any user.
 * left out: scheduling by them: every order of threads is possible. Processors of an
 *   attribute. pthread_atfork: there is no fork.
 * accesses: r and w the attributes, r the name, w the buffer.
 * tests: threads/traits.c threads/traits_ok.c threads/inherits_name.c threads/inherits_name_ok.c
 *   threads/inherits_processors.c threads/inherits_processors_ok.c */

SETTER(detachstate, int, detached,
       value == PTHREAD_CREATE_JOINABLE || value == PTHREAD_CREATE_DETACHED)
GETTER(detachstate, int, detached)

int pthread_attr_setscope(pthread_attr_t *a, int value)
{
    if (value == PTHREAD_SCOPE_PROCESS)
        return ENOTSUP;
    if (value != PTHREAD_SCOPE_SYSTEM)
        return EINVAL;
    ((struct attributes *)a)->scope = value;
    return 0;
}

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
    int policy = ((const struct attributes *)a)->policy;
    if (parameters->sched_priority < sched_get_priority_min(policy) ||
        parameters->sched_priority > sched_get_priority_max(policy))
        return EINVAL;
    ((struct attributes *)a)->priority = parameters->sched_priority;
    return 0;
}

int augur_attr_check(const pthread_attr_t *a)
{
    const struct attributes *attributes = (const struct attributes *)a;
    if (attributes->inherit != PTHREAD_EXPLICIT_SCHED)
        return 0;
    return augur_check_policy(attributes->policy, attributes->priority);
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
    unsigned long processors = bytes ? augur_processors(bytes, set) : 0;
    if (bytes && !processors)
        return EINVAL;
    ((struct attributes *)a)->processors = (unsigned)processors;
    return 0;
}

static int show(unsigned long processors, size_t bytes, cpu_set_t *set)
{
    if (bytes < sizeof set->__bits[0])
        return EINVAL;
    for (size_t i = 0; i < bytes / sizeof set->__bits[0]; i++)
        set->__bits[i] = i ? 0 : processors;
    return 0;
}

int pthread_attr_getaffinity_np(const pthread_attr_t *a, size_t bytes, cpu_set_t *set)
{
    unsigned processors = ((const struct attributes *)a)->processors;
    return show(processors ? processors : (1ul << AUGUR_PROCESSORS) - 1, bytes, set);
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

static struct augur_traits *traits_of(struct augur_thread *thread)
{
    if (!thread->traits)
        thread->traits =
            __augur_alloc(sizeof *thread->traits, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    return thread->traits;
}

static struct augur_thread *check(pthread_t id)
{
    return augur_thread_check(id, "this value is not the id of a thread");
}

ROLE(steers) static MASKED struct augur_traits *traits_of_another(struct augur_thread *thread)
{
    return traits_of(thread);
}

/* Inside a section: to be changed. */
static inline __attribute__((always_inline)) struct augur_traits *change(struct augur_thread *thread)
{
    return thread->number == augur_number() ? traits_of(thread) : traits_of_another(thread);
}

ROLE(blind) static MASKED struct augur_traits traits(pthread_t id)
{
    __divine_interrupt_mask();
    struct augur_thread *thread = check(id);
    return thread->traits ? *thread->traits : (struct augur_traits){ .policy = SCHED_OTHER };
}

unsigned long augur_processors(size_t bytes, const cpu_set_t *set)
{
    return bytes < sizeof set->__bits[0] ? 0 : set->__bits[0] & ((1ul << AUGUR_PROCESSORS) - 1);
}

ROLE(blind) MASKED int augur_set_processors(pthread_t id, unsigned long processors)
{
    __divine_interrupt_mask();
    if (!processors)
        return EINVAL;
    change(check(id))->processors = processors;
    return 0;
}

unsigned long augur_get_processors(pthread_t id)
{
    struct augur_traits now = traits(id);
    return now.processors ? now.processors : (1ul << AUGUR_PROCESSORS) - 1;
}

int augur_check_policy(int policy, int priority)
{
    if (policy == SCHED_FIFO || policy == SCHED_RR)
        return priority < 1 || priority > 99 ? EINVAL : EPERM;
    if (policy != SCHED_OTHER && policy != SCHED_BATCH && policy != SCHED_IDLE)
        return EINVAL;
    return priority ? EINVAL : 0;
}

ROLE(blind) MASKED int augur_set_policy(pthread_t id, int policy, int priority)
{
    __divine_interrupt_mask();
    struct augur_thread *thread = check(id);
    int error = augur_check_policy(policy, priority);
    if (!error)
        change(thread)->policy = policy;
    return error;
}

int augur_get_policy(pthread_t id) { return traits(id).policy; }

int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *parameters)
{
    return augur_set_policy(id, policy, parameters->sched_priority);
}

int pthread_getschedparam(pthread_t id, int *policy, struct sched_param *parameters)
{
    *policy = augur_get_policy(id);
    parameters->sched_priority = 0;
    return 0;
}

int pthread_setschedprio(pthread_t id, int priority)
{
    return augur_set_policy(id, augur_get_policy(id), priority);
}

int pthread_setaffinity_np(pthread_t id, size_t bytes, const cpu_set_t *set)
{
    return augur_set_processors(id, augur_processors(bytes, set));
}

int pthread_getaffinity_np(pthread_t id, size_t bytes, cpu_set_t *set)
{
    return show(augur_get_processors(id), bytes, set);
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

ROLE(blind) static MASKED void set_name(pthread_t id, const char *name)
{
    __divine_interrupt_mask();
    __divine_memcpy(change(check(id))->name, name, AUGUR_NAME_BYTES);
}

/* Without somebody who asks, names would only make states differ. */
#pragma weak pthread_getname_np

int pthread_setname_np(pthread_t id, const char *name)
{
    char copy[AUGUR_NAME_BYTES] = "";
    int length = 0;
    while (length < AUGUR_NAME_BYTES && name[length]) {
        copy[length] = name[length];
        length++;
    }
    if (length == AUGUR_NAME_BYTES)
        return ERANGE;
    if (pthread_getname_np)
        set_name(id, copy);
    return 0;
}

int pthread_getname_np(pthread_t id, char *buffer, size_t bytes)
{
    if (bytes < AUGUR_NAME_BYTES)
        return ERANGE;
    struct augur_traits now = traits(id);
    const char *name = now.name[0] ? now.name : program_invocation_short_name;
    int length = 0;
    for (; length < AUGUR_NAME_BYTES - 1 && name[length]; length++)
        buffer[length] = name[length];
    buffer[length] = 0;
    return 0;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare, (void)parent, (void)child;
    return 0;
}
