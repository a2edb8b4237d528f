// One thread reads three times, so nobody notices at once that another one gives back
// twice what it took once.
#include <pthread.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void *other(void *unused)
{
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_rwlock_unlock(&table); // expect: mutex-misuse
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 3; i++)
        pthread_rwlock_rdlock(&table);
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
    for (int i = 0; i < 3; i++)
        pthread_rwlock_unlock(&table);
    return 0;
}
