// The bound of a loop is undefined.
#include <stdlib.h>

struct list {
    int length;
    int items[2];
};

struct list *volatile l;
volatile int sum;

int main(void) {
    l = malloc(sizeof *l);
    l->items[0] = 1;
    l->items[1] = 2;
    for (int i = 0; i < l->length; i++) // expect: uninit
        sum += l->items[i];
    free(l);
    return 0;
}
