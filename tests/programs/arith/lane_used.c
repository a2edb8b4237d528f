//@ opt: O0
// A lane that was never written decides.
#include <stdio.h>

typedef int i4 __attribute__((vector_size(16)));

int main(void) {
    i4 a;
    a[0] = 1;
    a[2] = 3;
    i4 b = a + a;
    if (b[1] == 0) // expect: uninit
        puts("zero");
    return 0;
}
