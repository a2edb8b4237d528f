// The bakery without waiting until the other has chosen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int number[2];
atomic_int inside;

static int before(int n, int i, int m, int j) {
    return n < m || (n == m && i < j);
}

static void work(int me) {
    int other = 1 - me;
    int mine = number[other] + 1;
    number[me] = mine;
    for (;;) {
        int theirs = number[other];
        if (theirs == 0 || before(mine, me, theirs, other))
            break;
    }
    int others = atomic_fetch_add(&inside, 1);
    assert(others == 0); // expect: assert
    atomic_fetch_sub(&inside, 1);
    number[me] = 0;
}

static void *worker(void *arg) {
    work(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work(0);
    pthread_join(t, NULL);
    return 0;
}
