//@ expect: assert
// One field of a struct is looked at behind the loop.
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
    struct { int rounds; int other; } mine = {0, 5};
    for (int i = 0; i < 3; i++) {
        turn();
        mine.rounds++;
        mine.other--;
    }
    assert(mine.other != 2);
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
