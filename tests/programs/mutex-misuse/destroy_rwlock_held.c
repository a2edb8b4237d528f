// A lock is destroyed while it is held for reading.
#include <pthread.h>

int main(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_destroy(&lock); // expect: mutex-misuse
    return 0;
}
