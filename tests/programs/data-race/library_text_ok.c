//@ expect: safe
// The same one after the other.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char text[64];

static void *write_it(void *unused)
{
    strerror_r(100000, text, sizeof text);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, write_it, NULL);
    pthread_join(thread, NULL);
    assert(strcmp(text, "Unknown error 100000") == 0);
    assert(gcvt(2.5, 5, text) == text && strcmp(text, "2.5") == 0);
    return 0;
}
