//@ opt: O0
//@ skip-none
//@ skip-tau
/* Main knows from another thread that a grandchild has ended, and gives the number of its child to a new thread. The
 * grandchild's own maker still lives, and nobody has told it. */
#include <pthread.h>
#include <semaphore.h>
_Bool __VERIFIER_nondet_bool(void);
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}
static int x, rare;
static pthread_t m, n;
static sem_t born, ready, go;
static void *nothing(void *a) { return a; }
static void *child(void *a) { x = 3; return a; } // expect: data-race
static void *maker(void *a) {
    pthread_t z;
    pthread_create(&z, NULL, nothing, NULL);
    pthread_join(z, NULL);
    x = 1;
    pthread_create(&n, NULL, child, NULL);
    sem_post(&born);
    sem_wait(&go);
    if (rare)
        x = 2; // expect: data-race
    return a;
}
static void *makes(void *a) { pthread_create(&m, NULL, maker, NULL); return a; }
static void *joiner(void *a) {
    sem_wait(&born);
    pthread_t t = n;
    sem_post(&ready);
    pthread_join(t, NULL);
    return a;
}
int main(void) {
    pthread_t d, c;
    sem_init(&born, 0, 0); sem_init(&go, 0, 0); sem_init(&ready, 0, 0);
    rare = rarely();
    pthread_create(&d, NULL, makes, NULL);
    pthread_create(&c, NULL, joiner, NULL);
    pthread_join(d, NULL);
    sem_wait(&ready);
    sem_post(&go);
    pthread_join(c, NULL);
    pthread_create(&d, NULL, nothing, NULL); // gets the number of `makes`
    pthread_join(d, NULL);
    pthread_join(m, NULL);
}
