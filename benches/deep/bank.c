/* Transfers between accounts, each with its lock. The planted bug: whether there is enough money is
 * asked before the lock is taken; it needs three transfers at once to overdraw the credit line. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ACCOUNTS 3
#define CLERKS 7
#define TRANSFERS 4
#define CREDIT 20

static pthread_mutex_t locks[ACCOUNTS];
static atomic_int balance[ACCOUNTS] = {10, 10, 10};

static void transfer(int from, int to, int amount) {
    if (balance[from] < amount)
        return;
    int low = from < to ? from : to, high = from < to ? to : from;
    pthread_mutex_lock(&locks[low]);
    pthread_mutex_lock(&locks[high]);
    int left = atomic_fetch_sub(&balance[from], amount) - amount;
    atomic_fetch_add(&balance[to], amount);
    assert(left >= -CREDIT);
    pthread_mutex_unlock(&locks[high]);
    pthread_mutex_unlock(&locks[low]);
}

static void *clerk(void *arg) {
    int me = (int)(long)arg;
    for (int i = 0; i < TRANSFERS; i++)
        transfer((me + i) % 2, 2, 10);
    return 0;
}

int main(void) {
    pthread_t threads[CLERKS];
    for (int i = 0; i < ACCOUNTS; i++)
        pthread_mutex_init(&locks[i], 0);
    for (int i = 0; i < CLERKS; i++)
        pthread_create(&threads[i], 0, clerk, (void *)(long)i);
    for (int i = 0; i < CLERKS; i++)
        pthread_join(threads[i], 0);
}
