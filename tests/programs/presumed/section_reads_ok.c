//@ expect: safe
//@ native: no
// The same with two that read: neither has to wait, so nobody sees the middle of the section.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int stage;

static void *look(void *unused)
{
    (void)unused;
    __VERIFIER_atomic_begin();
    stage = 1;
    pthread_rwlock_rdlock(&lock);
    stage = 2;
    pthread_rwlock_unlock(&lock);
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    pthread_rwlock_rdlock(&lock);
    int seen = stage;
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, NULL);
    assert(seen != 1);
}
