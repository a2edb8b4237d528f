//@ skip-none
//@ flags: --no-company
/* Whether a thread goes on through a lock depends on who holds it; two others write beside that. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *left(void *arg)
{
    a = 1;
    pthread_mutex_lock(&lock);
    if (b == 0)
        seen |= 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *right(void *arg)
{
    b = 1;
    pthread_mutex_lock(&lock);
    if (a == 0)
        seen |= 2;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *between(void *arg)
{
    if (a && !b)
        seen |= 4;
    return arg;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, left, NULL);
    pthread_create(&t[1], NULL, right, NULL);
    pthread_create(&t[2], NULL, between, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(seen != 5); // expect: assert
    return 0;
}
