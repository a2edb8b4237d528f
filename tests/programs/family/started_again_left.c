//@ opt: O0
//@ skip-none
//@ skip-tau
/* Main gives the number of its child to a new thread. Of those whom that child has started one has ended and was
 * joined by a cousin, who does not know that the other one has. */
#include <pthread.h>
#include <semaphore.h>
_Bool __VERIFIER_nondet_bool(void);
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 11; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}
static int x, rare;
static pthread_t m, n, c;
static sem_t mborn, cborn, born, ready, go;
static void *nothing(void *a) { return a; }
static void *N(void *a) { x = 3; return a; } // expect: data-race
static void *M(void *a) {
    pthread_create(&n, NULL, N, NULL);
    sem_post(&born);
    return a;
}
static void *D(void *a) { pthread_create(&m, NULL, M, NULL); sem_post(&mborn); return a; }
static void *C(void *a) {
    sem_wait(&born);
    pthread_t t = n;
    sem_post(&ready);
    pthread_join(t, NULL);
    return a;
}
static void *Z(void *a) {
    sem_wait(&mborn);
    pthread_t t = m;
    pthread_join(t, NULL);
    sem_wait(&cborn);
    if (rare)
        sem_wait(&go);
    else
        pthread_join(c, NULL);
    x = 2; // expect: data-race
    return a;
}
int main(void) {
    pthread_t d, z;
    sem_init(&born, 0, 0); sem_init(&go, 0, 0); sem_init(&ready, 0, 0); sem_init(&mborn, 0, 0); sem_init(&cborn, 0, 0);
    rare = rarely();
    pthread_create(&d, NULL, D, NULL);
    pthread_create(&z, NULL, Z, NULL);
    pthread_create(&c, NULL, C, NULL);
    sem_post(&cborn);
    sem_wait(&ready);
    pthread_join(d, NULL);
    if (rare) {
        pthread_t t = c;
        sem_post(&go);
        pthread_join(t, NULL);
    }
    pthread_create(&d, NULL, nothing, NULL);
    pthread_join(d, NULL);
    pthread_join(z, NULL);
}
