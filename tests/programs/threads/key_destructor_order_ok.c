//@ expect: safe
//@ exits: 12 21
//@ native: no
// Both orders happen, and each destructor runs once.
#include <pthread.h>
static pthread_key_t first, second;
static int order;

static void note(void *value) { order = 10 * order + (value == &first ? 1 : 2); }

static void *run(void *unused)
{
    pthread_setspecific(first, &first);
    pthread_setspecific(second, &second);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&first, note);
    pthread_key_create(&second, note);
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return order;
}
