//@ expect: safe
// Lamport's bakery for two threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int choosing[2];
atomic_int number[2];
int counter;

static int before(int n, int i, int m, int j) {
    return n < m || (n == m && i < j);
}

static void work(int me) {
    int other = 1 - me;
    choosing[me] = 1;
    int mine = number[other] + 1;
    number[me] = mine;
    choosing[me] = 0;
    while (choosing[other]) {
    }
    for (;;) {
        int theirs = number[other];
        if (theirs == 0 || before(mine, me, theirs, other))
            break;
    }
    counter++;
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
    assert(counter == 2);
    return 0;
}
