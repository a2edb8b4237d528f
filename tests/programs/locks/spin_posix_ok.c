//@ expect: safe
// Both threads take the lock, one of them by trying.
#include <assert.h>
#include <pthread.h>
static pthread_spinlock_t lock;
static int count;

static void *add(void *unused)
{
    pthread_spin_lock(&lock);
    count++;
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, NULL, add, NULL);
    int had = pthread_spin_trylock(&lock) == 0;
    if (had) {
        count++;
        pthread_spin_unlock(&lock);
    }
    pthread_join(thread, NULL);
    assert(count == 1 + had);
    pthread_spin_destroy(&lock);
    return 0;
}
