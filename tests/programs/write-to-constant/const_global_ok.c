//@ expect: safe
// The repaired twin of const_global.c: a pointer to const may point to a variable.
#include <assert.h>

int limit = 5;
const int *volatile p = &limit;

int main(void) {
    *(int *)p = 6;
    assert(limit == 6);
    return 0;
}
