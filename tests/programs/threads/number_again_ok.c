//@ expect: safe
// The second thread gets the number of the first, in the transition in which that ends and is
// joined, and is about to enter a section by then.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *passes(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *tries(void *arg)
{
    if (pthread_mutex_trylock(&lock) == 0)
        pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, NULL, passes, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, tries, NULL);
    pthread_create(&third, NULL, passes, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    return 0;
}
