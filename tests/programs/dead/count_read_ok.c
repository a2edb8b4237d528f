//@ expect: safe
//@ native: no
// A struct that is read from shared memory, counted up, and never looked at.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void turn(void)
{
    pthread_mutex_lock(&lock);
    shared = !shared;
    pthread_mutex_unlock(&lock);
}

struct pair { int n, m; };
static struct pair given = {1, 2};

static void *count(void *arg)
{
    struct pair mine, sum = {0, 0};
    for (;;) {
        turn();
        mine = given;
        sum.n += mine.n;
        mine = sum;
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
