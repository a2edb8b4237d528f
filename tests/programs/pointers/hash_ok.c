//@ expect: safe
// A hash table keyed by address finds what was put into it.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

enum { SLOTS = 8 };
struct {
    void *key;
    int value;
} table[SLOTS];

__attribute__((noinline)) static int find(void *key) {
    int slot = (int)(((uintptr_t)key >> 4) * 2654435761u % SLOTS);
    while (table[slot].key && table[slot].key != key)
        slot = (slot + 1) % SLOTS;
    return slot;
}

int main(void) {
    char *keys[3];
    for (int i = 0; i < 3; i++) {
        keys[i] = malloc(4);
        int slot = find(keys[i]);
        assert(table[slot].key == NULL);
        table[slot].key = keys[i];
        table[slot].value = i;
    }
    for (int i = 0; i < 3; i++)
        assert(table[find(keys[i])].value == i);
    for (int i = 0; i < 3; i++)
        free(keys[i]);
    return 0;
}
