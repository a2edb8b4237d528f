//@ expect: safe
// The repaired twin of loop_bound.c.
#include <assert.h>
#include <stdlib.h>

struct list {
    int length;
    int items[2];
};

struct list *volatile l;
volatile int sum;

int main(void) {
    l = malloc(sizeof *l);
    l->length = 2;
    l->items[0] = 1;
    l->items[1] = 2;
    for (int i = 0; i < l->length; i++)
        sum += l->items[i];
    assert(sum == 3);
    free(l);
    return 0;
}
