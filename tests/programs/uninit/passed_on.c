// The value wanders through a call, a sum and a global before anyone decides on it.
#include <stdlib.h>

volatile int total;
int *volatile p;

__attribute__((noinline)) static void add(int n) {
    total = total + n;
}

int main(void) {
    p = malloc(sizeof *p);
    add(1);
    add(*p);
    free(p);
    if (total > 3) // expect: uninit
        return 1;
    exit(0);
}
