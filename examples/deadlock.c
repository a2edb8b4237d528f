// Three philosophers, three forks. Each takes the fork on the left, then the
// one on the right; if all reach for the left one at once, all wait for ever.
//
// The report says who holds what and who waits for whom. The oldest remedy: let
// one of them reach for the right fork first.

#include <pthread.h>

enum { SEATS = 3 };

pthread_mutex_t forks[SEATS] = {
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
};
int meals[SEATS];

static void *philosopher(void *arg) {
    int *meal = arg;
    long seat = meal - meals;
    pthread_mutex_t *left = &forks[seat];
    pthread_mutex_t *right = &forks[(seat + 1) % SEATS];
    pthread_mutex_lock(left);
    pthread_mutex_lock(right); // expect: deadlock
    (*meal)++;
    pthread_mutex_unlock(right);
    pthread_mutex_unlock(left);
    return NULL;
}

int main(void) {
    pthread_t threads[SEATS];
    for (int i = 0; i < SEATS; i++)
        pthread_create(&threads[i], NULL, philosopher, &meals[i]);
    for (int i = 0; i < SEATS; i++)
        pthread_join(threads[i], NULL); // expect: deadlock
    return 0;
}
