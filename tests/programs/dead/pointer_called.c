//@ expect: assert
// The function is called through a pointer, too, which looks at the result.
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

static int next(int n)
{
    turn();
    return n + 1;
}

static void *count(void *arg)
{
    int n = 0;
    for (int i = 0; i < 3; i++) {
        turn();
        n = next(n);
        next(7);
    }
    int (*f)(int) = next;
    assert(f(1) != 2);
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
