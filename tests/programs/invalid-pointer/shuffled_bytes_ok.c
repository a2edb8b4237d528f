//@ expect: safe
// The repaired twin of shuffled_bytes.c: shuffled twice, every byte is back in its place.
#include <assert.h>
#include <string.h>

int target = 3;
int *volatile original = &target;

static void swap(volatile unsigned char *a, volatile unsigned char *b) {
    unsigned char t = *a;
    *a = *b;
    *b = t;
}

int main(void) {
    unsigned char bytes[sizeof(int *)];
    int *p = original;
    memcpy(bytes, &p, sizeof p);
    swap(&bytes[2], &bytes[4]);
    swap(&bytes[4], &bytes[2]);
    int *volatile q;
    memcpy((void *)&q, bytes, sizeof q);
    assert(*q == 3);
    return 0;
}
