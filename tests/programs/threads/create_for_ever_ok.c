//@ expect: safe
//@ native: no
// Threads are created and joined without end, each taking and giving back a lock:
// finitely many states.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    count = (count + 1) % 3;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    for (;;) {
        pthread_t a, b;
        pthread_create(&a, NULL, work, NULL);
        pthread_create(&b, NULL, work, NULL);
        pthread_join(a, NULL);
        pthread_join(b, NULL);
    }
}
