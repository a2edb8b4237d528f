#include <pthread.h>
#include <stdio.h>

static void *other(void *arg)
{
    funlockfile(stderr); // expect: mutex-misuse
    return arg;
}

int main(void)
{
    pthread_t thread;
    flockfile(stderr);
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
    funlockfile(stderr);
    return 0;
}
