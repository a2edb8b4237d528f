// The bakery with numbers that are not atomic.
#include <pthread.h>
#include <stdatomic.h>

atomic_int choosing[2];
volatile int number[2];
atomic_int counter;

static int before(int n, int i, int m, int j) {
    return n < m || (n == m && i < j);
}

static void work(int me) {
    int other = 1 - me;
    choosing[me] = 1;
    int mine = number[other] + 1; // expect: data-race
    number[me] = mine;            // expect: data-race
    choosing[me] = 0;
    while (choosing[other]) {
    }
    for (;;) {
        int theirs = number[other]; // expect: data-race
        if (theirs == 0 || before(mine, me, theirs, other))
            break;
    }
    counter++;
    number[me] = 0; // expect: data-race
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
