//@ expect: safe
// In C that is compiled without exceptions the cleanup attribute does nothing when a thread
// exits, as natively: its handlers are those of pthread_cleanup_push.
#include <assert.h>
#include <pthread.h>
static int attribute, pushed;
static void clean(int *unused)
{
    (void)unused;
    attribute++;
}
static void handler(void *unused)
{
    (void)unused;
    pushed++;
}

static void *run(void *unused)
{
    __attribute__((cleanup(clean))) int local = 0;
    (void)local;
    pthread_cleanup_push(handler, NULL);
    pthread_exit(unused);
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    assert(attribute == 0 && pushed == 1);
    return 0;
}
