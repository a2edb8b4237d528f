//@ expect: safe
//@ exits: 3 5 8 9
//@ native: no
// Sleeps of 5 s and 3 s, one of them watched: the watcher sees its own, or the other's, both, or a leap (9).
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *rest(void *arg)
{
    sleep(5);
    return arg;
}

int main(void)
{
    pthread_t thread;
    time_t start = time(NULL);
    pthread_create(&thread, NULL, rest, NULL);
    sleep(3);
    long taken = time(NULL) - start;
    pthread_join(thread, NULL);
    return taken > 9 ? 9 : (int)taken;
}
