// An undefined index chooses the address.
#include <stdlib.h>

int table[4] = {1, 2, 3, 4};
unsigned char *volatile index_;

int main(void) {
    index_ = malloc(1);
    volatile int value = table[*index_]; // expect: uninit
    free(index_);
    return value;
}
