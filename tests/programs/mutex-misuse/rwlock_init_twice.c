// A lock must be destroyed before it is made anew.
#include <pthread.h>
static pthread_rwlock_t lock;

int main(void)
{
    pthread_rwlock_init(&lock, NULL);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_init(&lock, NULL); // expect: mutex-misuse
    return 0;
}
