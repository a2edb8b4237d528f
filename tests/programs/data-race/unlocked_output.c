// putchar_unlocked does not lock the stream.
#include <pthread.h>
#include <stdio.h>

static void *work(void *arg)
{
    putchar_unlocked('b'); // expect: data-race
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    putchar_unlocked('a'); // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}
