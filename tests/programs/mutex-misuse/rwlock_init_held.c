// Making a lock anew that a thread holds for reading.
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *worker(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_rwlock_init(&lock, NULL); // expect: mutex-misuse
    pthread_join(thread, NULL);
    return 0;
}
