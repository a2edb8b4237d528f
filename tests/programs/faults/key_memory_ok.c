//@ expect: safe
//@ flags: --faults malloc
//@ exits: 0 1 2 3
//@ native: no
// Keys, values and locks for which there is no memory.
#include <pthread.h>
static pthread_mutex_t lock;

int main(void)
{
    pthread_key_t key;
    if (pthread_key_create(&key, NULL))
        return 1;
    if (pthread_setspecific(key, &key))
        return 2;
    if (pthread_mutex_init(&lock, NULL))
        return 3;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return pthread_mutex_destroy(&lock);
}
