//@ expect: safe
//@ native: no
// A struct that is assigned to another one and back, with a counter in it.
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
    struct pair { int n, m; } one = {0, 0}, two;
    for (;;) {
        turn();
        two = one;
        two.n++;
        one = two;
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
