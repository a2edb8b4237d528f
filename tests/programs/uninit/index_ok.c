//@ expect: safe
// The repaired twin of index.c.
#include <stdlib.h>

int table[4] = {1, 2, 3, 4};
unsigned char *volatile index_;

int main(void) {
    index_ = malloc(1);
    *index_ = 2;
    volatile int value = table[*index_];
    free(index_);
    return value == 3 ? 0 : 1;
}
