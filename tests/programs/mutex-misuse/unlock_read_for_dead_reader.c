// As unlock_for_dead_owner, with a lock held for reading.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *take(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    return arg;
}

void *give(void *arg)
{
    pthread_rwlock_unlock(&lock); // expect: mutex-misuse
    return arg;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, take, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, give, NULL);
    pthread_join(second, NULL);
    return 0;
}
