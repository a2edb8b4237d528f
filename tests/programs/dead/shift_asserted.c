//@ expect: assert
// The same with shifts and divisions.
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
    unsigned r = 1;
    int s = 100;
    for (int i = 0; i < 3; i++) {
        turn();
        r <<= 3;
        s = s / 3 % 50;
    }
    assert(r != 512 || s != 3);
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
