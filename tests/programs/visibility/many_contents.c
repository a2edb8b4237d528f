//@ skip-none
//@ skip-tau
/* Two threads count in cells of one array, which so gets very many contents, and a third one looks at both. What it
 * does depends on both cells, though each access looks at one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ROUNDS 12

static atomic_int cells[8];

static void *count(void *arg)
{
    for (int i = 0; i < ROUNDS; i++)
        cells[(long)arg]++;
    return NULL;
}

static void *compare(void *arg)
{
    int first = cells[1];
    int second = cells[6];
    assert(first < ROUNDS || second > 0); // expect: assert
    return arg;
}

int main(void)
{
    pthread_t one, other, looker;
    pthread_create(&one, NULL, count, (void *)1);
    pthread_create(&other, NULL, count, (void *)6);
    pthread_create(&looker, NULL, compare, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    pthread_join(looker, NULL);
    return 0;
}
