// An account that two threads draw from; `withdraw_late` lets go of the lock between the question and the deed.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *withdraw(void *unused)
{
    pthread_mutex_lock(&lock);
    if (balance >= 2)
        balance -= 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *withdraw_late(void *unused)
{
    pthread_mutex_lock(&lock);
    int before = balance;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (before >= 2)
        balance -= 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

/* What is left after two customers. */
static int two(void *(*customer)(void *))
{
    pthread_t other;
    balance = 2;
    pthread_create(&other, NULL, customer, NULL);
    customer(NULL);
    pthread_join(other, NULL);
    return balance;
}
