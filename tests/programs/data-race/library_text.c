// A text that the library writes, and another thread.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
static char text[64];

static void *read_it(void *unused)
{
    text[0] = 'x'; // expect: data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, read_it, NULL);
    strerror_r(100000, text, sizeof text); // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}
