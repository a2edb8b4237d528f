//@ expect: safe
// The repaired twin of direct.c: exit() is a way to end.
#include <stdlib.h>

int main(void) {
    exit(0);
}
