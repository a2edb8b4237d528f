//@ expect: safe
// The repaired twin of integer.c: the handle is a pointer that was kept as an integer.
#include <stdint.h>
#include <stdlib.h>

volatile uintptr_t handle;

int main(void) {
    handle = (uintptr_t)malloc(16);
    free((void *)handle);
    return 0;
}
