//@ skip-none
//@ skip-tau
//@ expect: safe
//@ exits: 9 10 11 12 14
//@ native: no
/* Values of keys go along, and are destroyed at the end of the thread that has set them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <stdint.h>

enum { N = 3 };

static pthread_key_t key;
static atomic_int sum;

static void add(void *value) { sum += (int)(intptr_t)value; }

static void *work(void *unused)
{
    pthread_setspecific(key, (void *)(intptr_t)(1 + sum++));
    sum += 0;
    return unused;
}

int main(void)
{
    pthread_key_create(&key, add);
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return sum;
}
