//@ skip-none
//@ expect: safe
//@ flags: --no-company
/* When only two can go on, one of them is alone without the other, and goes on as far as it likes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, c, result;

static void *first(void *arg)
{
    a = 1;
    c = b + 1;
    return arg;
}

static void *second(void *arg)
{
    b = 1;
    result = a + 2 * c;
    return arg;
}

static void *third(void *arg)
{
    c = 4;
    return arg;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    pthread_create(&t[2], NULL, third, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(result <= 9 && (result != 9 || c == 4 || c == 1 || c == 2));
    return 0;
}
