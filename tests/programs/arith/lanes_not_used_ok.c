//@ expect: safe
// Lanes that were never written harm nobody as long as nobody looks at them.
#include <assert.h>

typedef int i4 __attribute__((vector_size(16)));

int main(void) {
    i4 a;
    a[0] = 1;
    a[2] = 3;
    i4 b = a + a * 2;
    assert(b[0] == 3 && b[2] == 9);
    i4 c = __builtin_shufflevector(b, b, 0, 2, 0, 2);
    assert(__builtin_reduce_add(c) == 24);
    i4 d = b & (i4){-1, 0, -1, 0};
    assert(__builtin_reduce_add(d) == 12);
    return 0;
}
