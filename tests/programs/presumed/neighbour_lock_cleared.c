//@ skip-none
// Two locks lie side by side, and rarely both are cleared at once though one of them is held: an access
// to several words concerns the owner of each.
#include <pthread.h>
#include <string.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_spinlock_t locks[2];
int data;

static void *holder(void *arg) {
    pthread_spin_lock(&locks[1]);
    data = 1; // expect: data-race
    return arg;
}

static void *clearer(void *arg) {
    if (rarely())
        memset((void *)locks, 0, sizeof locks);
    if (pthread_spin_trylock(&locks[1]) == 0) {
        data = 2; // expect: data-race
        pthread_spin_unlock(&locks[1]);
    }
    if (pthread_spin_trylock(&locks[0]) == 0)
        pthread_spin_unlock(&locks[0]);
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_spin_init(&locks[0], PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&locks[1], PTHREAD_PROCESS_PRIVATE);
    pthread_create(&s, NULL, clearer, NULL);
    pthread_create(&t, NULL, holder, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
