//@ expect: safe
// The repaired twin of unlock_twice.c.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int failed = 1;

__attribute__((noinline)) static int update(void) {
    int result = 0;
    pthread_mutex_lock(&m);
    if (failed)
        result = -1;
    pthread_mutex_unlock(&m);
    return result;
}

int main(void) {
    return update() + 1;
}
