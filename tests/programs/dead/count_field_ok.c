//@ expect: safe
//@ native: no
// Counters in a struct of which another field is used.
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
    struct { int rounds; int other; short s; } mine = {0, 5, 0};
    for (;;) {
        turn();
        mine.rounds++;
        mine.s--;
        if (mine.other != 5)
            return arg;
    }
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
