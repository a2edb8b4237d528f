//@ expect: safe
// trylock takes a free mutex and leaves a taken one alone.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

static int attempt(void) {
    int r = pthread_mutex_trylock(&m);
    if (r == 0) {
        counter++;
        pthread_mutex_unlock(&m);
        return 1;
    }
    assert(r == EBUSY);
    return 0;
}

static void *worker(void *arg) {
    (void)arg;
    return (void *)(long)attempt();
}

int main(void) {
    pthread_t t;
    void *theirs;
    pthread_create(&t, NULL, worker, NULL);
    int mine = attempt();
    pthread_join(t, &theirs);
    assert(counter == mine + (int)(long)theirs);
    assert(counter >= 1);
    return 0;
}
