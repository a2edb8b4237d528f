//@ expect: safe
/* Each thread jumps within its own stack, out of a function that holds a lock. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void step(jmp_buf place)
{
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
    longjmp(place, 1);
}

static void *run(void *arg)
{
    jmp_buf place;
    if (setjmp(place) == 0)
        step(place);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(done == 2);
    return 0;
}
