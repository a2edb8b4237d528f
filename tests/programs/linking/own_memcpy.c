// Clang makes an intrinsic of the call, and machine code calls the program's own function for it.
#include <assert.h>
#include <string.h>

static volatile int calls;

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    calls++;
    for (size_t i = 0; i < count; i++) {
        ((volatile char *)to)[i] = ((const volatile char *)from)[i];
    }
    return to;
}

int main(int argc, char **argv) {
    (void)argv;
    volatile char from[200] = "text";
    char to[200];
    memcpy(to, (char *)from, 99 + argc);
    assert(strcmp(to, "text") == 0);
    assert(calls == 0); // expect: assert
}
