//@ expect: assert
// Another thread looks at a field whose address it was given.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void turn(void)
{
    pthread_mutex_lock(&lock);
    shared = !shared;
    pthread_mutex_unlock(&lock);
}

static struct { int n, m; } *published;

static void *count(void *arg)
{
    struct { int n, m; } mine = {0, 0};
    pthread_mutex_lock(&lock);
    if (!published) {
        published = (void *)&mine;
        mine.m = 1;
    } else {
        assert(published->m != 1);
    }
    pthread_mutex_unlock(&lock);
    for (;;)
        turn();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
