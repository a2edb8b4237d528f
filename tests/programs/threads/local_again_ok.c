//@ expect: safe
//@ native: no
// A pointer that is left to a thread-local variable equals none to that of another thread. On a real machine the next
// thread may have its own in the same place; the verdict names that as left out.
#include <assert.h>
#include <pthread.h>

static _Thread_local int own;
static int *last;

static void *look(void *arg)
{
    assert(last != &own);
    last = &own;
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, NULL, look, NULL);
        pthread_join(thread, NULL);
    }
    return 0;
}
