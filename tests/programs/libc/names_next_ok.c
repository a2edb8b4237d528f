//@ expect: safe
// What comes after the program's own functions are those of the C library.
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

static int blocks, locks;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *malloc(size_t size)
{
    static void *(*real)(size_t);
    if (!real)
        real = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
    blocks++;
    return real(size);
}

int pthread_mutex_lock(pthread_mutex_t *lock)
{
    int (*real)(pthread_mutex_t *) = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
    int result = real(lock);
    locks += lock == &mutex;
    return result;
}

static void *count(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int before = blocks;
    char *block = malloc(1);
    assert(blocks == before + 1);
    free(block);
    pthread_create(&thread, NULL, count, NULL);
    count(NULL);
    pthread_join(thread, NULL);
    assert(locks == 2);
    return 0;
}
