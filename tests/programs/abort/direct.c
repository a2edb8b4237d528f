// A reached abort() is a violation, not a way to end.
#include <stdlib.h>

int main(void) {
    abort(); // expect: abort
}
