// A variable that is set on one path only.
#include <stdlib.h>

volatile int have_input = 0;

int main(void) {
    volatile int value;
    if (have_input)
        value = 1;
    if (value) // expect: uninit
        exit(0);
    return 0;
}
