//@ expect: safe
// A generic sort with a comparison function and byte-wise swaps; then the library's.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    char letter;
    int number;
};

static int by_number(const void *x, const void *y) {
    return ((const struct pair *)x)->number - ((const struct pair *)y)->number;
}

static int by_letter(const void *x, const void *y) {
    return ((const struct pair *)x)->letter - ((const struct pair *)y)->letter;
}

__attribute__((noinline)) static void sort(void *base, size_t n, size_t size,
                                           int (*compare)(const void *, const void *)) {
    char *a = base, t[16];
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && compare(a + j * size, a + (j - 1) * size) < 0; j--) {
            memcpy(t, a + j * size, size);
            memcpy(a + j * size, a + (j - 1) * size, size);
            memcpy(a + (j - 1) * size, t, size);
        }
}

int main(void) {
    struct pair p[4] = {{'a', 4}, {'b', 2}, {'c', 3}, {'d', 1}};
    sort(p, 4, sizeof p[0], by_number);
    for (int i = 0; i < 4; i++)
        assert(p[i].number == i + 1);
    assert(p[0].letter == 'd' && p[3].letter == 'a');
    qsort(p, 4, sizeof p[0], by_letter);
    assert(p[0].number == 4 && p[3].number == 1);
    return 0;
}
