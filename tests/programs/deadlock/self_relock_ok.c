//@ expect: safe
// The repaired twin of self_relock.c: a recursive mutex.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int total;

__attribute__((noinline)) static void add(int n) {
    pthread_mutex_lock(&m);
    total += n;
    pthread_mutex_unlock(&m);
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_mutex_lock(&m);
    add(1);
    pthread_mutex_unlock(&m);
    assert(total == 1);
    pthread_mutex_destroy(&m);
    return 0;
}
