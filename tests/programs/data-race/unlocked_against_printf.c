// Output that goes nowhere else, too.
#include <pthread.h>
#include <stdio.h>

static void *work(void *unused)
{
    printf("b\n"); // expect: data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    putchar_unlocked('a'); // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}
