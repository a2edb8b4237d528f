//@ expect: assert
// One element of an array is looked at behind the loop.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void turn(void)
{
    pthread_mutex_lock(&lock);
    shared = !shared;
    pthread_mutex_unlock(&lock);
}

static void *count(void *arg)
{
    int n[3] = {0};
    for (int i = 0; i < 3; i++) {
        turn();
        n[0]++;
        n[2] += n[0];
    }
    assert(n[2] != 6);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
