//@ expect: assert
// What was assigned before a longjmp is looked at behind the setjmp.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

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
    jmp_buf place;
    volatile int n = 0;
    struct { volatile int a, b; } pair = {0, 0};
    if (setjmp(place) != 0) {
        assert(n != 3 || pair.b != 4);
        return arg;
    }
    turn();
    n = 3;
    pair.b = 4;
    longjmp(place, 1);
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
