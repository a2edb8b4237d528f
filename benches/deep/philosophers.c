/* Six philosophers, the last of whom takes the forks in the other order. The planted bug: not at his
 * last meal. */
#include <pthread.h>

#define SEATS 6
#define MEALS 5

static pthread_mutex_t forks[SEATS];

static void eat(int first, int second) {
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
}

static void *philosopher(void *arg) {
    int seat = (int)(long)arg, next = (seat + 1) % SEATS;
    for (int meal = 0; meal < MEALS; meal++) {
        if (seat == SEATS - 1 && meal < MEALS - 1)
            eat(next, seat);
        else
            eat(seat, next);
    }
    return 0;
}

int main(void) {
    pthread_t threads[SEATS];
    for (int i = 0; i < SEATS; i++)
        pthread_mutex_init(&forks[i], 0);
    for (int i = 0; i < SEATS; i++)
        pthread_create(&threads[i], 0, philosopher, (void *)(long)i);
    for (int i = 0; i < SEATS; i++)
        pthread_join(threads[i], 0);
}
