//@ expect: safe
// As copied_beside.c, but nothing was freed before.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct triple { long of[3]; };
static const struct triple from = {{1, 2, 3}};
static struct triple *old[4], *now, *others;

static void *copies(void *arg) {
    *others = from;
    return arg;
}

int main(void) {
    pthread_t thread;
    others = malloc(sizeof from);
    pthread_create(&thread, NULL, copies, NULL);
    for (int i = 0; i < 4; i++) {
        old[i] = malloc(sizeof from);
        *old[i] = from;
    }
    now = malloc(sizeof from);
    *now = from;
    int same = now == old[3];
    pthread_join(thread, NULL);
    free(others);
    for (int i = 0; i < 4; i++)
        free(old[i]);
    free(now);
    assert(!same);
    return 0;
}
