//@ expect: safe
// Blocks sorted by address stay sorted whatever is allocated and freed in between.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 4 };
char *volatile blocks[N];

int main(void) {
    for (int i = 0; i < N; i++)
        blocks[i] = malloc(8);
    for (int i = 1; i < N; i++)
        for (int j = i; j > 0 && (uintptr_t)blocks[j] < (uintptr_t)blocks[j - 1]; j--) {
            char *t = blocks[j];
            blocks[j] = blocks[j - 1];
            blocks[j - 1] = t;
        }
    char *volatile other = malloc(8);
    for (int i = 1; i < N; i++)
        assert((uintptr_t)blocks[i - 1] < (uintptr_t)blocks[i]);
    free(other);
    free(blocks[0]);
    for (int i = 2; i < N; i++)
        assert((uintptr_t)blocks[i - 1] < (uintptr_t)blocks[i]);
    for (int i = 1; i < N; i++)
        free(blocks[i]);
    return 0;
}
