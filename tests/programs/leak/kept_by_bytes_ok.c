//@ expect: safe
// The only pointer to a block exists as eight single bytes.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

volatile unsigned char hidden[sizeof(int *)];

__attribute__((noinline)) static void hide(int *p) {
    unsigned char bytes[sizeof p];
    memcpy(bytes, &p, sizeof p);
    for (size_t i = 0; i < sizeof p; i++)
        hidden[i] = bytes[i];
}

__attribute__((noinline)) static int *find(void) {
    unsigned char bytes[sizeof(int *)];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = hidden[i];
    int *p;
    memcpy(&p, bytes, sizeof p);
    return p;
}

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 5;
    hide(p);
    int *q = find();
    assert(*q == 5);
    free(q);
    return 0;
}
