//@ expect: safe
// Pointers into one block are moved to a copy of it, by adding the distance or by sums of addresses in any
// order; through memory, and back again. As numbers they are numbers.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct list { uintptr_t places[3]; };

__attribute__((noinline)) static void move(struct list *list, uintptr_t old, uintptr_t new) {
    for (int i = 0; i < 3; i++)
        list->places[i] = list->places[i] + new - old;
}

int main(void) {
    long *old = malloc(3 * sizeof *old), *new = malloc(3 * sizeof *new);
    for (int i = 0; i < 3; i++)
        old[i] = i;
    memcpy(new, old, 3 * sizeof *old);
    struct list list;
    for (int i = 0; i < 3; i++)
        list.places[i] = (uintptr_t)(old + i);
    move(&list, (uintptr_t)old, (uintptr_t)new);
    for (int i = 0; i < 3; i++)
        assert((long *)list.places[i] == new + i && *(long *)list.places[i] == i);

    volatile intptr_t distance = (intptr_t)new - (intptr_t)old;
    intptr_t back = -distance;
    assert(*(long *)((intptr_t)(new + 2) + back) == 2 && distance + back == 0);

    volatile uintptr_t both = (uintptr_t)(old + 1) + (uintptr_t)(new + 2);
    assert((long *)(both - (uintptr_t)new) == old + 3);
    assert(*(long *)(both - (uintptr_t)(old + 1)) == 2);

    unsigned char bytes[sizeof distance];
    memcpy(bytes, (void *)&distance, sizeof bytes);
    uint64_t again = 0;
    for (int i = 7; i >= 0; i--)
        again = again << 8 | bytes[i];
    assert(again == (uint64_t)distance && (again & 7) == 0);
    free(old);
    free(new);
    return 0;
}
