//@ flags: --ltl 'G(hungry -> F eating)' --fairness strong
//@ expect: safe
//@ native: no
// Two philosophers, one of them left-handed, eat for ever. A mutex goes to whoever comes, so a fair chance
// again and again is needed, and enough.
#include <augur.h>
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *arg) {
    for (;;) {
        pthread_mutex_lock(&a);
        pthread_mutex_lock(&b);
        pthread_mutex_unlock(&b);
        pthread_mutex_unlock(&a);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    for (;;) {
        {
            AUGUR_AP(hungry);
            pthread_mutex_lock(&a);
            pthread_mutex_lock(&b);
        }
        {
            AUGUR_AP(eating);
        }
        pthread_mutex_unlock(&b);
        pthread_mutex_unlock(&a);
    }
}
