/* Dekker's algorithm in rounds, with a third thread that looks on. The planted bug: who has waited for
 * its turn does not look at the other's flag again after it has raised its own, from the third round on
 * (an optimisation for a warm cache). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ROUNDS 4
#define LOOKS 8

static atomic_int flag[2], turn, inside, seen;

static void enter(int me, int round) {
    int other = 1 - me;
    flag[me] = 1;
    while (flag[other]) {
        if (turn != me) {
            flag[me] = 0;
            while (turn != me)
                ;
            flag[me] = 1;
            if (round >= 2)
                break;
        }
    }
}

static void *worker(void *arg) {
    int me = (int)(long)arg;
    for (int round = 0; round < ROUNDS; round++) {
        enter(me, round);
        int before = atomic_fetch_add(&inside, 1);
        assert(before == 0);
        atomic_fetch_sub(&inside, 1);
        turn = 1 - me;
        flag[me] = 0;
    }
    turn = 1 - me;
    return 0;
}

static void *onlooker(void *arg) {
    for (int i = 0; i < LOOKS; i++)
        seen = seen * 2 + turn;
    return arg;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], 0, worker, (void *)0);
    pthread_create(&threads[1], 0, worker, (void *)1);
    pthread_create(&threads[2], 0, onlooker, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}
