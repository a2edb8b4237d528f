// A local mutex is initialised anew while a thread holds it.
#include <pthread.h>

int main(void)
{
    pthread_mutex_t lock;
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_init(&lock, NULL); // expect: mutex-misuse
    return 0;
}
