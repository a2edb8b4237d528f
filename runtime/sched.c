/* <sched.h>: yielding, and a machine with one policy and enough processors. */
#include <augur/thread.h>
#include <errno.h>
#include <sched.h>

/* posix: sched_yield
 * explored: before its thread's next visible action others may run anyway.
 * accesses: none.
 * tests: locks/spin_test_then_set.c locks/spin_cas_ok.c */

/* posix: others
 * explored: policies, priorities and processors are those of one user's process: what needs rights
 *   fails (EPERM), what is set is told. Four processors; every thread is on number 0.
 * left out: what priorities and processors do to the order of threads: every order is explored
 *   anyway. Other machines.
 * accesses: r what is set, w what is told.
 * tests: threads/traits.c threads/traits_ok.c conformance/thread_traits.c races:getaffinity
 *   races:getschedparam */

/* A hint that changes nothing: before its next visible action others may run
 * anyway. */
int sched_yield(void) { return 0; }

static int fail(int error)
{
    if (!error)
        return 0;
    errno = error;
    return -1;
}

/* The process stands for the calling thread. */
#define SELF ((pthread_t)augur_self)

int sched_getaffinity(pid_t pid, size_t bytes, cpu_set_t *set)
{
    (void)pid;
    if (bytes < sizeof(unsigned long))
        return fail(EINVAL);
    unsigned long processors = augur_get_processors(SELF);
    for (size_t i = 0; i < bytes / sizeof set->__bits[0]; i++)
        set->__bits[i] = i ? 0 : processors;
    return 0;
}

int sched_setaffinity(pid_t pid, size_t bytes, const cpu_set_t *set)
{
    (void)pid;
    return fail(augur_set_processors(SELF, augur_processors(bytes, set)));
}

int __sched_cpucount(size_t bytes, const cpu_set_t *set)
{
    int count = 0;
    for (size_t i = 0; i < bytes / sizeof set->__bits[0]; i++)
        for (unsigned long rest = set->__bits[i]; rest; rest &= rest - 1)
            count++;
    return count;
}

int sched_getcpu(void) { return 0; }

int getcpu(unsigned *processor, unsigned *node)
{
    if (processor)
        *processor = 0;
    if (node)
        *node = 0;
    return 0;
}

int sched_get_priority_min(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR; }

int sched_get_priority_max(int policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0;
}

int sched_getscheduler(pid_t pid) { return (void)pid, augur_get_policy(SELF); }

int sched_setscheduler(pid_t pid, int policy, const struct sched_param *parameters)
{
    (void)pid;
    return fail(augur_set_policy(SELF, policy, parameters->sched_priority));
}

int sched_getparam(pid_t pid, struct sched_param *parameters)
{
    (void)pid;
    parameters->sched_priority = 0;
    return 0;
}

int sched_setparam(pid_t pid, const struct sched_param *parameters)
{
    (void)pid;
    return fail(augur_check_policy(augur_get_policy(SELF), parameters->sched_priority));
}

int sched_rr_get_interval(pid_t pid, struct timespec *interval)
{
    (void)pid;
    *interval = (struct timespec){ 0, 100000000 };
    return 0;
}
