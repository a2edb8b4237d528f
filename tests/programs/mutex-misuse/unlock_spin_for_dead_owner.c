// As unlock_for_dead_owner, with a spin lock.
#include <pthread.h>

pthread_spinlock_t lock;

void *take(void *arg)
{
    pthread_spin_lock(&lock);
    return arg;
}

void *give(void *arg)
{
    pthread_spin_unlock(&lock); // expect: mutex-misuse
    return arg;
}

int main(void)
{
    pthread_t first, second;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&first, NULL, take, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, give, NULL);
    pthread_join(second, NULL);
    return 0;
}
