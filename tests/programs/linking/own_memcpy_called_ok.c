//@ expect: safe
// What is no intrinsic is a call of any size.
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

volatile char from[200] = "text";
char to[200];

__attribute__((no_builtin("memcpy"))) int main(void) {
    memcpy(to, (char *)from, 100);
    assert(calls == 1);
}
