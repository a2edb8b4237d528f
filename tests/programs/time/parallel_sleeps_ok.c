//@ expect: safe
//@ exits: 1 2 3
//@ native: no
// Two threads that sleep ten seconds each: both at once (1), one after the other (2), or late (3).
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *rest(void *arg)
{
    sleep(10);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    time_t start = time(NULL);
    pthread_create(&a, NULL, rest, NULL);
    pthread_create(&b, NULL, rest, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    long taken = time(NULL) - start;
    return taken == 10 ? 1 : taken == 20 ? 2 : taken > 20 ? 3 : 0;
}
