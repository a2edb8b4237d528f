/* <sched.h>: yielding, and a machine with one policy and enough processors. */
#include <augur/thread.h>
#include <errno.h>
#include <sched.h>

/* A hint that changes nothing: before its next visible action others may run
 * anyway. */
int sched_yield(void) { return 0; }

enum { PROCESSORS = 4 };

int sched_getaffinity(pid_t pid, size_t bytes, cpu_set_t *set)
{
    (void)pid;
    if (bytes < sizeof(unsigned long)) {
        errno = EINVAL;
        return -1;
    }
    for (size_t i = 0; i < bytes / sizeof set->__bits[0]; i++)
        set->__bits[i] = i ? 0 : (1ul << PROCESSORS) - 1;
    return 0;
}

int sched_setaffinity(pid_t pid, size_t bytes, const cpu_set_t *set)
{
    (void)pid, (void)bytes, (void)set;
    return 0;
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

int sched_get_priority_min(int policy) { return policy == SCHED_OTHER ? 0 : 1; }

int sched_get_priority_max(int policy) { return policy == SCHED_OTHER ? 0 : 99; }

int sched_getscheduler(pid_t pid) { return (void)pid, SCHED_OTHER; }

int sched_setscheduler(pid_t pid, int policy, const struct sched_param *parameters)
{
    (void)pid, (void)policy, (void)parameters;
    return 0;
}

int sched_getparam(pid_t pid, struct sched_param *parameters)
{
    (void)pid;
    parameters->sched_priority = 0;
    return 0;
}

int sched_setparam(pid_t pid, const struct sched_param *parameters)
{
    (void)pid, (void)parameters;
    return 0;
}

int sched_rr_get_interval(pid_t pid, struct timespec *interval)
{
    (void)pid;
    *interval = (struct timespec){ 0, 100000000 };
    return 0;
}
