// A byte is missing from the copy, which shows only if the program's own function makes it.
#include <assert.h>
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    volatile char *at = to;
    for (const char *source = from; count > 1; count--) {
        *at++ = *source++;
    }
    return to;
}

char from[100], to[100];

int main(void) {
    for (int i = 0; i < 100; i++) {
        from[i] = (char)(i + 1);
    }
    memcpy(to, from, sizeof to);
    assert(*(volatile char *)&to[99] == 100); // expect: assert
}
