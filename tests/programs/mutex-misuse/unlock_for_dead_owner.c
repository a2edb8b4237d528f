// The first thread ends while it holds the lock; the second, started after the
// first was joined, must not pass for it.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *take(void *arg)
{
    pthread_mutex_lock(&lock);
    return arg;
}

void *give(void *arg)
{
    pthread_mutex_unlock(&lock); // expect: mutex-misuse
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
