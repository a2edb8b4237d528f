//@ expect: safe
// Two pointers, or a pointer and a counter, in one integer of 128 bits: as lock-free code keeps them.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

typedef unsigned __int128 u128;

static u128 pack(void *low, void *high) {
    return (u128)(uintptr_t)high << 64 | (uintptr_t)low;
}

struct head {
    int *top;
    unsigned long count;
};

int main(void) {
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    assert(a && b);
    *a = 1;
    *b = 2;
    u128 both = pack(a, b);
    assert(*(int *)(uintptr_t)both == 1);
    assert(*(int *)(uintptr_t)(both >> 64) == 2);
    assert(*(int *)(uintptr_t)((__int128)both >> 64) == 2);
    u128 turned = both << 64 | both >> 64;
    assert(*(int *)(uintptr_t)turned == 2);
    assert(turned != both && pack(b, a) == turned);
    u128 tagged = both | 1;
    assert((tagged & 1) && *(int *)((uintptr_t)tagged & ~(uintptr_t)1) == 1);
    assert((tagged & ~(u128)1) == both);

    struct head head = {a, 7};
    u128 word;
    __builtin_memcpy(&word, &head, sizeof word);
    word += (u128)1 << 64;
    __builtin_memcpy(&head, &word, sizeof word);
    assert(head.top == a && head.count == 8 && *head.top == 1);

    free((void *)(uintptr_t)both);
    free((void *)(uintptr_t)(both >> 64));
    return 0;
}
