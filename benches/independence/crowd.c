/* Lamport's fast mutual exclusion among few threads, while many others wait: what a transition costs should not
 * depend on them. WAITING is how many there are, and KIND what they wait for, if they have not ended. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#ifndef WAITING
#define WAITING 12
#endif
#ifndef ACTIVE
#define ACTIVE 3
#endif

#define MUTEX 0
#define SEMAPHORE 1
#define ENDED 2
#ifndef KIND
#define KIND MUTEX
#endif

static atomic_char x, y, wants[ACTIVE + 1], inside;

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static sem_t permits;
static pthread_t active[ACTIVE + 1], waiting[WAITING + 1];

static void lock(char self)
{
    for (;;) {
        atomic_store(&wants[self], 1);
        atomic_store(&x, self);
        if (atomic_load(&y) != 0) {
            atomic_store(&wants[self], 0);
            while (atomic_load(&y) != 0)
                ;
            continue;
        }
        atomic_store(&y, self);
        if (atomic_load(&x) == self)
            return;
        atomic_store(&wants[self], 0);
        for (char other = 1; other <= ACTIVE; other++)
            while (atomic_load(&wants[other]))
                ;
        if (atomic_load(&y) == self)
            return;
        while (atomic_load(&y) != 0)
            ;
    }
}

static void *run(void *argument)
{
    char self = (char)(long)argument;
    for (;;) {
        lock(self);
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        atomic_store(&y, 0);
        atomic_store(&wants[self], 0);
    }
    return 0;
}

static void *wait(void *argument)
{
#if KIND == MUTEX
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
#elif KIND == SEMAPHORE
    sem_wait(&permits);
#endif
    return argument;
}

int main(void)
{
    sem_init(&permits, 0, 0);
    pthread_mutex_lock(&gate);
    for (long i = 0; i < WAITING; i++)
        pthread_create(&waiting[i], 0, wait, 0);
    for (long i = 1; i <= ACTIVE; i++)
        pthread_create(&active[i], 0, run, (void *)i);
    pthread_join(active[1], 0);
    return 0;
}
