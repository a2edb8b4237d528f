//@ expect: safe
//@ native: no
// A counter in a local variable that a loop reads with an index of its own: it stays in memory, and comes back to the same values.
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
    int n[2] = {0, 0};
    for (;;) {
        turn();
        for (int i = 0; i < 2; i++)
            n[i] = !n[i];
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
