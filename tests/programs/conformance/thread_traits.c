// Names, processors, policies and ceilings of threads and mutexes are those that were set.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char name[16];
    cpu_set_t set;
    pthread_attr_t attributes;
    pthread_mutexattr_t kind;
    pthread_mutex_t lock;
    struct sched_param parameters = { 0 };
    int policy, ceiling = 0;
    pthread_t self = pthread_self();

    printf("%d\n", pthread_setname_np(self, "a name of 17 chars") == ERANGE);
    pthread_setname_np(self, "worker");
    printf("%d %s\n", pthread_getname_np(self, name, sizeof name), name);
    printf("%d\n", pthread_getname_np(self, name, 4) == ERANGE);

    CPU_ZERO(&set);
    printf("%d\n", pthread_setaffinity_np(self, sizeof set, &set) == EINVAL);
    pthread_getaffinity_np(self, sizeof set, &set);
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    printf("%d", pthread_setaffinity_np(self, sizeof set, &set));
    CPU_ZERO(&set);
    pthread_getaffinity_np(self, sizeof set, &set);
    printf(" %d %d\n", CPU_COUNT(&set), CPU_ISSET(0, &set) != 0);

    pthread_attr_init(&attributes);
    printf("%d %d\n", pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS) == ENOTSUP,
           pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM));
    parameters.sched_priority = 5;
    printf("%d\n", pthread_attr_setschedparam(&attributes, &parameters) == EINVAL);
    printf("%d\n", pthread_setschedparam(self, SCHED_OTHER, &parameters) == EINVAL);
    parameters.sched_priority = 0;
    printf("%d\n", pthread_setschedparam(self, SCHED_FIFO, &parameters) == EINVAL);
    printf("%d\n", pthread_setschedparam(self, SCHED_BATCH, &parameters));
    pthread_getschedparam(self, &policy, &parameters);
    printf("%d %d\n", policy == SCHED_BATCH, parameters.sched_priority);

    pthread_mutexattr_init(&kind);
    pthread_mutexattr_getprioceiling(&kind, &ceiling);
    printf("%d\n", ceiling);
    printf("%d\n", pthread_mutexattr_setprioceiling(&kind, 7));
    pthread_mutexattr_getprioceiling(&kind, &ceiling);
    printf("%d\n", ceiling);
    pthread_mutex_init(&lock, NULL);
    printf("%d\n", pthread_mutex_getprioceiling(&lock, &ceiling) == EINVAL);
    pthread_mutex_destroy(&lock);
    pthread_mutexattr_setprotocol(&kind, PTHREAD_PRIO_PROTECT);
    pthread_mutex_init(&lock, &kind);
    ceiling = 0;
    printf("%d %d\n", pthread_mutex_getprioceiling(&lock, &ceiling), ceiling);
    pthread_mutex_destroy(&lock);
    return 0;
}
