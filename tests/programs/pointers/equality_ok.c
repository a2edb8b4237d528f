//@ expect: safe
// Equal pointers are equal however they were obtained; different objects never are.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int a, b;
int *volatile p = &a;
int *volatile q = &b;

int main(void) {
    assert(p != q && p == &a && q == &b && p != NULL);
    q = (int *)(uintptr_t)&a;
    assert(p == q);
    char *volatile x = malloc(1);
    char *volatile y = malloc(1);
    assert(x != y);
    free(x);
    free(y);
    x = malloc(0);
    y = malloc(0);
    assert(x == NULL || x != y);
    free(x);
    free(y);
    return 0;
}
