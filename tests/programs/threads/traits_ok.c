//@ expect: safe
// A new thread inherits name and processors; what it changes is its own.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

static void *run(void *unused)
{
    char name[16];
    cpu_set_t set;
    pthread_getname_np(pthread_self(), name, sizeof name);
    assert(!strcmp(name, "maker"));
    pthread_setname_np(pthread_self(), "made");
    pthread_getaffinity_np(pthread_self(), sizeof set, &set);
    assert(CPU_COUNT(&set) == 1 && CPU_ISSET(0, &set));
    return unused;
}

int main(void)
{
    pthread_t thread;
    char name[16];
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    if (pthread_setaffinity_np(pthread_self(), sizeof set, &set))
        return 0;
    pthread_setname_np(pthread_self(), "maker");
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    pthread_getname_np(pthread_self(), name, sizeof name);
    assert(!strcmp(name, "maker"));
    return 0;
}
