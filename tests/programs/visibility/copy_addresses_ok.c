//@ expect: safe
// Copies of blocks do not show where they lie: that the private ones come first, or the shared ones, makes
// no difference to which block is found in which place later.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct pair { long first, second; };
static _Atomic(struct pair *) current;

static void *reader(void *arg) {
    struct pair *now = current;
    struct pair mine = {7, 7};
    if (now)
        mine = *now;
    assert(mine.first == mine.second);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    struct pair *from = malloc(sizeof *from), *to = malloc(sizeof *to);
    from->first = from->second = 7;
    *to = *from;
    current = to;
    struct pair copy = *to;
    *from = *to;
    pthread_join(thread, NULL);
    assert(copy.first == copy.second);
    free(from);
    free(to);
    return 0;
}
