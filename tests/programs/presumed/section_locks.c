// Who waits for a lock in the middle of an atomic section lets others in. Nobody else is seen to hold the lock unless
// the time of its release counts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int protected;
static atomic_int steps;

static void *holds(void *arg) {
    pthread_mutex_lock(&lock);
    protected++;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *steps_in(void *arg) {
    steps++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, holds, NULL);
    pthread_create(&b, NULL, steps_in, NULL);
    __VERIFIER_atomic_begin();
    int before = steps;
    pthread_mutex_lock(&lock);
    protected++;
    pthread_mutex_unlock(&lock);
    assert(steps == before); // expect: assert
    __VERIFIER_atomic_end();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
