//@ expect: safe
// Functions that do nothing but their work: nobody can tell which copies are calls of them.
#include <assert.h>
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    char *at = to;
    for (const char *source = from; count > 0; count--) {
        *at++ = *source++;
    }
    return to;
}

void *memset(void *to, int byte, size_t count) {
    for (char *at = to; count > 0; count--) {
        *at++ = (char)byte;
    }
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    if (to < from) {
        return memcpy(to, from, count);
    }
    while (count-- > 0) {
        ((char *)to)[count] = ((const char *)from)[count];
    }
    return to;
}

struct record {
    int *pointer;
    char padded;
    long numbers[12];
};

int main(int argc, char **argv) {
    (void)argv;
    int value = 3;
    struct record first = { &value, 1, { 4 } }, second = first, third = { 0 };
    memcpy(&third, &second, sizeof third);
    assert(*third.pointer == 3 && third.numbers[0] == 4 && third.numbers[1] == 0);
    memmove(&third.numbers[1], &third.numbers[0], sizeof(long) * (size_t)(argc + 1));
    assert(third.numbers[1] == 4);
    memset(&third, 0, sizeof(long) * (size_t)argc);
    assert(!third.pointer);
}
