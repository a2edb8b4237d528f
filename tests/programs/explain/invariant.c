//@ flags: --invariant 'account.balance >= 0'
//@ expect: invariant
// Both look before either takes.
#include <pthread.h>
#include <stdatomic.h>

struct account {
    int limit;
    atomic_int balance;
} account = {0, 1};

static void *withdraw(void *arg) {
    if (account.balance > 0)
        account.balance--;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, withdraw, NULL);
    withdraw(NULL);
    pthread_join(t, NULL);
    return 0;
}
