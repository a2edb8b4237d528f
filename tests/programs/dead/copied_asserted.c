//@ expect: assert
// A counter that is copied with its struct is looked at behind the loop, in half of a word.
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

static void *count(void *arg)
{
    struct pair { short n, m; } one = {0, 0}, two;
    for (int i = 0; i < 3; i++) {
        turn();
        two = one;
        two.n++;
        one = two;
    }
    union { struct pair p; int whole; } u;
    u.p = one;
    assert(u.whole != 3);
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
