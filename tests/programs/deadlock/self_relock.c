// A normal mutex, locked twice by the same thread.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total;

__attribute__((noinline)) static void add(int n) {
    pthread_mutex_lock(&m); // expect: deadlock
    total += n;
    pthread_mutex_unlock(&m);
}

int main(void) {
    pthread_mutex_lock(&m);
    add(1);
    pthread_mutex_unlock(&m);
    return 0;
}
