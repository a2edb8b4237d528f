//@ expect: safe
// The repaired twin of write.c: the answer is checked before it is used.
#include <stddef.h>

volatile int keys[2] = {1, 2};
int values[2];

__attribute__((noinline)) static int *find(int key) {
    for (int i = 0; i < 2; i++)
        if (keys[i] == key)
            return &values[i];
    return NULL;
}

int main(void) {
    int *slot = find(2);
    if (slot)
        *slot = 20;
    slot = find(3);
    if (slot)
        *slot = 30;
    return values[1] == 20 ? 0 : 1;
}
