//@ expect: safe
// strtok_r keeps its place with the caller.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *split(void *text)
{
    char *rest;
    strtok_r(text, ",", &rest);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char a[] = "a,b", b[] = "c,d";
    pthread_create(&thread, NULL, split, a);
    split(b);
    pthread_join(thread, NULL);
    assert(a[1] == 0 && b[1] == 0);
    return 0;
}
