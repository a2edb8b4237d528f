//@ skip-none
//@ skip-tau
//@ expect: safe
//@ exits: 0
/* What a thread has for itself goes along with it: local and thread-local variables, blocks. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { N = 3 };

static atomic_int next;
static int cells[N];
static _Thread_local int mine;

static void add(int *number) { (*number)++; }

static void *work(void *unused)
{
    int local = next++;
    mine = local;
    add(&local);
    int *block = malloc(sizeof *block);
    if (!block)
        return unused;
    *block = local;
    next += 0;
    assert(*block == mine + 1);
    cells[mine] = *block;
    free(block);
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < N; i++)
        assert(cells[i] == i + 1);
    return 0;
}
