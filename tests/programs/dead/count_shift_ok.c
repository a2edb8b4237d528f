//@ expect: safe
//@ native: no
// Shifts, divisions by a constant, comparisons and choices, of which nobody wants the result.
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
    int s = 1;
    for (;;) {
        turn();
        r = r << 1 ^ r >> 3;
        s = s * 7 / 3 % 1000;
        s = (s & 255) > 100;
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
