//@ expect: safe
// As late_init, in the right order; another lock is made while threads run, and told of afterwards.
#include <pthread.h>
#include <semaphore.h>

static struct box {
    pthread_mutex_t lock;
    int value;
} box;
static sem_t made, second;

static void *work(void *arg)
{
    struct box own = box;
    sem_wait(&made);
    sem_post(&second);
    return own.value ? arg : NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_init(&box.lock, NULL);
    sem_init(&made, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    sem_init(&second, 0, 0);
    sem_post(&made);
    pthread_join(thread, NULL);
    return 0;
}
