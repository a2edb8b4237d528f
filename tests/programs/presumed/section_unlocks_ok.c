//@ expect: safe
//@ native: no
// What follows a release within an atomic section is not seen later than the release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;
static atomic_int done;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    data = 1;
    __VERIFIER_atomic_begin();
    pthread_mutex_unlock(&lock);
    done = 1;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    int seen = data;
    pthread_mutex_unlock(&lock);
    assert(!seen || done);
    pthread_join(t, NULL);
}
