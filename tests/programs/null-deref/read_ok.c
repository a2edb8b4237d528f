//@ expect: safe
// The repaired twin of read.c.
#include <stddef.h>

int target = 0;
int *volatile p = &target;

int main(void) {
    return *p;
}
