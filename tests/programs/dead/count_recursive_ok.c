//@ expect: safe
//@ native: no
// A counter that goes through functions that call each other.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void turn(void)
{
    pthread_mutex_lock(&lock);
    shared = !shared;
    pthread_mutex_unlock(&lock);
}

static int odd(int n, int depth);

static int even(int n, int depth)
{
    return depth == 0 ? n : odd(n + 1, depth - 1);
}

static int odd(int n, int depth)
{
    turn();
    return even(n * 3, depth - 1);
}

static void *count(void *arg)
{
    int n = 0;
    for (;;) {
        turn();
        n = even(n, 2);
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
