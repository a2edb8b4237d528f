// Transfers lock two of three accounts, always in the same order.
//@ expect: safe
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int number, balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 1, 10};
static struct account bob = {PTHREAD_MUTEX_INITIALIZER, 2, 10};
static struct account carol = {PTHREAD_MUTEX_INITIALIZER, 3, 10};

/* The order of the accounts is that of their numbers. */
static void transfer(struct account *from, struct account *to, int amount) {
    struct account *first = from->number < to->number ? from : to;
    struct account *second = first == from ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *rent(void *arg) {
    transfer(&alice, &bob, 3);
    return arg;
}

static void *food(void *arg) {
    transfer(&bob, &carol, 2);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, rent, NULL);
    pthread_create(&b, NULL, food, NULL);
    transfer(&carol, &alice, 1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(alice.balance + bob.balance + carol.balance == 30);
    return 0;
}
