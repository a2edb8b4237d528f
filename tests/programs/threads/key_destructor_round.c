// What a destructor sets in the last round may have missed its turn.
#include <assert.h>
#include <pthread.h>
static pthread_key_t late, again;
static int rounds, ended;

static void end_late(void *value)
{
    (void)value;
    ended = 1;
}

static void end_again(void *value) { pthread_setspecific(++rounds < 4 ? again : late, value); }

static void *run(void *unused)
{
    pthread_setspecific(again, &rounds);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&late, end_late);
    pthread_key_create(&again, end_again);
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    assert(ended); // expect: assert
    return 0;
}
