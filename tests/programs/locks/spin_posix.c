// The second thread does not take the lock.
#include <pthread.h>
static pthread_spinlock_t lock;
static int count;

static void *add(void *unused)
{
    pthread_spin_lock(&lock);
    count++; // expect: data-race
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, NULL, add, NULL);
    count++; // expect: data-race
    pthread_join(thread, NULL);
    pthread_spin_destroy(&lock);
    return 0;
}
