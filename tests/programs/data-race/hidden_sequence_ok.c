//@ expect: safe
// random has a lock of its own, drand48_r a sequence of the caller's.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
    struct drand48_data own;
    double drawn;
    srand48_r(7, &own);
    drand48_r(&own, &drawn);
    return random() < 0 ? arg : NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    long drawn = random();
    pthread_join(thread, NULL);
    return drawn < 0;
}
