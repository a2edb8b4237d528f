//@ expect: safe
// What a destructor sets in an earlier round has its turn, in that round or in the next.
#include <assert.h>
#include <pthread.h>
static pthread_key_t late, again;
static int rounds, ended;

static void end_late(void *value)
{
    (void)value;
    ended++;
}

static void end_again(void *value) { pthread_setspecific(++rounds < 3 ? again : late, value); }

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
    assert(rounds == 3 && ended == 1);
    return 0;
}
