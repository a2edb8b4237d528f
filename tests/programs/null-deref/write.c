// Writes through a null pointer that a function returned for "not found".
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
    *find(2) = 20;
    *find(3) = 30; // expect: null-deref
    return values[1] == 20 ? 0 : 1;
}
