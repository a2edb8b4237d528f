// Two threads join each other; main has left them to it.
#include <pthread.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
pthread_t first, second;

static void *one(void *arg) {
    pthread_mutex_lock(&gate);
    pthread_t other = second;
    pthread_mutex_unlock(&gate);
    pthread_join(other, NULL); // expect: deadlock
    return arg;
}

static void *two(void *arg) {
    pthread_mutex_lock(&gate);
    pthread_t other = first;
    pthread_mutex_unlock(&gate);
    pthread_join(other, NULL); // expect: deadlock
    return arg;
}

int main(void) {
    pthread_mutex_lock(&gate);
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, two, NULL);
    pthread_mutex_unlock(&gate);
    pthread_exit(NULL);
}
