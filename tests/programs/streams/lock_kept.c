//@ expect: deadlock
// A thread that ends keeps the streams that it has locked.
#include <pthread.h>
#include <stdio.h>

static void *leave(void *arg)
{
    flockfile(stdout);
    puts("I was here");
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, leave, NULL);
    pthread_join(thread, NULL);
    puts("and I was not");
    return 0;
}
