//@ expect: safe
// A field of a struct holds the last pointer to a block that is freed at the very end.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work(void *arg)
{
    struct { char *text; int length; } mine = {malloc(3), 3}, copy;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        shared++;
        pthread_mutex_unlock(&lock);
    }
    copy = mine;
    free(copy.text);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    return 0;
}
