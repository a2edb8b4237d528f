//@ expect: safe
//@ native: no
// An endless loop counts in numbers with a fraction that nobody looks at.
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
    float f = 0;
    double d = 1;
    long double l = 1;
    for (;;) {
        turn();
        f += 1;
        d = d * 1.5 - f;
        l = -l + (long double)d;
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
