// Locks a mutex after its end.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_destroy(&m);
    pthread_mutex_lock(&m); // expect: mutex-misuse
    pthread_mutex_unlock(&m);
    return 0;
}
