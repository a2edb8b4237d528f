//@ expect: safe
// As unlocked_output; flockfile does.
#include <pthread.h>
#include <stdio.h>

static void *work(void *arg)
{
    flockfile(stdout);
    putchar_unlocked('b');
    funlockfile(stdout);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    flockfile(stdout);
    putchar_unlocked('a');
    funlockfile(stdout);
    pthread_join(thread, NULL);
    return 0;
}
