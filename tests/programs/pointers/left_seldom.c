// A list leaves pointers to freed blocks, and one order of many has them compared.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct { void *last; } *kept;
static atomic_int turn;
static void *_Atomic fresh;

static void *drop(void *block)
{
    free(block);
    turn++;
    return NULL;
}

static void *make(void *unused)
{
    (void)unused;
    fresh = malloc(24);
    turn++;
    return NULL;
}

int main(void)
{
    pthread_t drops, makes;
    kept = malloc(sizeof *kept);
    kept->last = malloc(24);
    pthread_create(&drops, NULL, drop, kept->last);
    pthread_create(&makes, NULL, make, NULL);
    int seen = turn;
    pthread_join(drops, NULL);
    pthread_join(makes, NULL);
    if (seen == 1)
        assert(kept->last != fresh); // expect: assert
    free(fresh);
    free(kept);
}
