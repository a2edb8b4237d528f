//@ skip-none
//@ expect: safe
//@ flags: --no-company
/* A block is handed on by a pointer that the others drop: who reaches it changes beside writes that
 * commute. What was still shared when the last one looked must not be taken for private. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic shared;
static atomic_int marks[3];

static void *take(void *arg)
{
    long i = (long)arg;
    int *mine = shared;
    marks[i] = 1;
    if (mine && i == 0) {
        shared = NULL;
        *mine = 1;
    }
    if (mine && i == 1 && 0)
        *mine = 2;
    marks[i] = 2;
    return NULL;
}

int main(void)
{
    int *block = malloc(sizeof *block);
    shared = block;
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, take, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    free(block);
    return 0;
}
