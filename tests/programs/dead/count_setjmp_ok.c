//@ expect: safe
//@ native: no
// An endless loop in a function that calls setjmp, with a counter that nobody looks at.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void turn(void)
{
    pthread_mutex_lock(&lock);
    shared = !shared;
    pthread_mutex_unlock(&lock);
}
#include <setjmp.h>

static void *count(void *arg)
{
    jmp_buf place;
    int n = 0;
    double d = 0;
    for (;;) {
        if (setjmp(place) == 0) {
            turn();
            n++;
            longjmp(place, 1);
        }
        d += 1;
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
