// Destructors of thread-specific values run in any order, also against that of the keys.
#include <assert.h>
#include <pthread.h>
static pthread_key_t first, second;
static int ended;

static void end_first(void *value)
{
    (void)value;
    assert(!ended); // expect: assert
}

static void end_second(void *value)
{
    (void)value;
    ended = 1;
}

static void *run(void *unused)
{
    pthread_setspecific(first, &first);
    pthread_setspecific(second, &second);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&first, end_first);
    pthread_key_create(&second, end_second);
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return 0;
}
