//@ expect: leak
//@ native: no
// A leak in an endless loop: the state space is finite all the same.
#include <stdlib.h>

int *volatile p;

int main(void) {
    for (;;) {
        p = malloc(sizeof *p);
        *p = 1;
    }
}
