// Two threads rarely join each other.
#include <pthread.h>
#include <semaphore.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_t first, second;
static sem_t started;
static int back;

static void *waits(void *arg) {
    sem_wait(&started);
    if (back)
        pthread_join(second, NULL); // expect: deadlock
    return arg;
}

static void *joins(void *arg) {
    pthread_join(first, NULL); // expect: deadlock
    return arg;
}

int main(void) {
    sem_init(&started, 0, 0);
    back = rarely();
    pthread_create(&first, NULL, waits, NULL);
    pthread_create(&second, NULL, joins, NULL);
    sem_post(&started);
    pthread_join(second, NULL); // expect: deadlock
}
