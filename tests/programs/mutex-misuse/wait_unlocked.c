// pthread_cond_wait without holding the mutex.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_cond_wait(&c, &m); // expect: mutex-misuse
    return 0;
}
