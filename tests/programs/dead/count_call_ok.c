//@ expect: safe
//@ native: no
// A counter that is handed to a function and back, and that nobody looks at.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void turn(void)
{
    pthread_mutex_lock(&lock);
    shared = !shared;
    pthread_mutex_unlock(&lock);
}

static int next(int n, int *unused)
{
    turn();
    (void)unused;
    return n + 1;
}

static void *count(void *arg)
{
    int n = 0;
    for (;;) {
        turn();
        n = next(n, &shared);
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
