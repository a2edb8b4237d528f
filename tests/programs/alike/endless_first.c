//@ flags: --symmetry
//@ skip-none
//@ skip-tau
/* Main joins the one that ends before the one that does not, and what it does then is wrong. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_long word;

static void *work(void *ends)
{
    do
        word ^= 1;
    while (!ends);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    static int yes;
    pthread_create(&threads[0], NULL, work, NULL);
    pthread_create(&threads[1], NULL, work, &yes);
    pthread_join(threads[1], NULL);
    int fine = 0;
    assert(fine); // expect: assert
    pthread_join(threads[0], NULL);
    return 0;
}
