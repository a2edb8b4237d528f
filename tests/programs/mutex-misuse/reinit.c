// A mutex is initialised twice without being destroyed in between.
#include <pthread.h>

pthread_mutex_t lock;

int main(void)
{
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_init(&lock, NULL); // expect: mutex-misuse
    pthread_mutex_destroy(&lock);
    return 0;
}
