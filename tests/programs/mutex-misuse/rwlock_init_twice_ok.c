//@ expect: safe
// The same, destroyed in between.
#include <pthread.h>
static pthread_rwlock_t lock;

int main(void)
{
    for (int i = 0; i < 2; i++) {
        pthread_rwlock_init(&lock, NULL);
        pthread_rwlock_wrlock(&lock);
        pthread_rwlock_unlock(&lock);
        pthread_rwlock_destroy(&lock);
    }
    return 0;
}
