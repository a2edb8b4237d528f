//@ flags: --invariant 'account.balance >= 0'
//@ expect: safe
// To look and to take is one step.
#include <pthread.h>
#include <stdatomic.h>

struct account {
    int limit;
    atomic_int balance;
} account = {0, 1};

static void *withdraw(void *arg) {
    int seen = account.balance;
    while (seen > 0 && !atomic_compare_exchange_strong(&account.balance, &seen, seen - 1)) {
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, withdraw, NULL);
    withdraw(NULL);
    pthread_join(t, NULL);
    return 0;
}
