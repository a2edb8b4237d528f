//@ flags: --faults thread-create
//@ expect: safe
//@ exits: 0 1
//@ native: no
#include <pthread.h>

static void *nothing(void *arg) { return arg; }

int main(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, nothing, NULL))
        return 1;
    pthread_join(thread, NULL);
    return 0;
}
