//@ flags: --races off
// The same two blocks are copied twice: first while nobody else can reach them, at once, and then word by
// word. Neither copy looks at where the blocks lie.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct pair { long first, second; };
static _Atomic(struct pair *) current;

static void *reader(void *arg) {
    struct pair *now = current;
    if (now)
        assert(now->first == now->second); // expect: assert
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    struct pair *from = malloc(sizeof *from), *to = malloc(sizeof *to);
    from->first = from->second = 7;
    *to = *from;
    from->first = from->second = 8;
    current = to;
    *to = *from;
    pthread_join(thread, NULL);
    free(from);
    free(to);
    return 0;
}
