//@ expect: safe
// The twin of memcpy.c: memmove, places side by side, and a place copied to itself.
#include <assert.h>
#include <string.h>

typedef struct { long a[6]; } Big;
Big shared[2];
Big *volatile self = &shared[0];

char buffer[16] = "0123456789";
volatile int by = 2, half = 8;

int main(void) {
    memmove(buffer + by, buffer, 8);
    assert(!memcmp(buffer, "0101234567", 10));
    memmove(buffer, buffer + by, 8);
    assert(!memcmp(buffer, "01234567", 8));
    memcpy(buffer + half, buffer, 8);
    assert(buffer[15] == '7');
    shared[0] = *self;
    shared[1] = *self;
    void *(*volatile move)(void *, const void *, size_t) = memmove;
    move(buffer + 1, buffer, 4);
    assert(!memcmp(buffer, "00123", 5));
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    copy(buffer + half, buffer, 8);
    copy(buffer, buffer + 1, 0);
    return 0;
}
