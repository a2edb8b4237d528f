// Transfers between three accounts, each with its lock, taken in order: three
// threads move money, and nothing gets lost.
#include <assert.h>
#include <pthread.h>

#define ACCOUNTS 3

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[ACCOUNTS] = {
    {PTHREAD_MUTEX_INITIALIZER, 5}, {PTHREAD_MUTEX_INITIALIZER, 5}, {PTHREAD_MUTEX_INITIALIZER, 5}};

static void transfer(int from, int to, int amount) {
    int first = from < to ? from : to, second = from < to ? to : from;
    pthread_mutex_lock(&accounts[first].lock);
    pthread_mutex_lock(&accounts[second].lock);
    if (accounts[from].balance >= amount) {
        accounts[from].balance -= amount;
        accounts[to].balance += amount;
    }
    pthread_mutex_unlock(&accounts[second].lock);
    pthread_mutex_unlock(&accounts[first].lock);
}

static void *run(void *argument) {
    int self = (int)(long)argument;
    transfer(self, (self + 1) % ACCOUNTS, 3);
    transfer((self + 2) % ACCOUNTS, self, 4);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, run, (void *)(i + 1));
    run((void *)0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    int sum = 0;
    for (int i = 0; i < ACCOUNTS; i++)
        sum += accounts[i].balance;
    assert(sum == 15);
    return 0;
}
