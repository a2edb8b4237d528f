//@ expect: safe
//@ native: no
// Output is not part of the state, however much of it there is.
#include <stdio.h>

int main(void) {
    for (;;)
        puts("still here");
}
