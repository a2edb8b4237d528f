// Others may rename a thread at any time.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *run(void *other)
{
    pthread_setname_np(*(pthread_t *)other, "renamed");
    return NULL;
}

int main(void)
{
    pthread_t thread, self = pthread_self();
    char name[16];
    pthread_setname_np(self, "first");
    pthread_create(&thread, NULL, run, &self);
    pthread_getname_np(self, name, sizeof name);
    assert(!strcmp(name, "first")); // expect: assert
    pthread_join(thread, NULL);
    return 0;
}
