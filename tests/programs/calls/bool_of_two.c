// A _Bool is 0 or 1: of another number its function makes what it likes.
#include <stdbool.h>

volatile int seen;

static void note(bool b) {
    if (b) // expect: uninit
        seen = 1;
}

void (*volatile operation)(int) = (void (*)(int))(void (*)(void))note;

int main(void) {
    operation(2);
    return 0;
}
