/* <stdlib.h>: qsort, bsearch. A merge sort, stable as glibc's is, so that a
 * program sees the same order of equal elements as natively. */
#include "libc.h"
#include <stdlib.h>
#include <string.h>

/* posix: others
 * explored: the order of equal elements is that of glibc, which sorts by merging.
 * left out: other orders of equal elements, and other sequences of comparisons.
 * accesses: r and w the array (bsearch: r), as often as merging needs.
 * tests: races:qsort races:bsearch */

typedef int (*compare)(const void *, const void *, void *);

struct sort {
    compare compare;
    void *argument;
    size_t size;
    char *spare;
};

/* Sorts `count` elements at `base`, with spare room for as many. Only elements in
 * their array are compared, as programs may expect who look at addresses. */
static void sort(const struct sort *s, char *base, size_t count)
{
    if (count < 2)
        return;
    size_t left = count / 2, right = count - left, size = s->size;
    char *to = s->spare, *first = base, *second = base + left * size;
    sort(s, first, left);
    sort(s, second, right);
    for (; left && right; to += size) {
        if (s->compare(first, second, s->argument) <= 0) {
            memcpy(to, first, size);
            first += size;
            left--;
        } else {
            memcpy(to, second, size);
            second += size;
            right--;
        }
    }
    memcpy(to, first, left * size);
    memcpy(base, s->spare, (count - right) * size);
}

void qsort_r(void *base, size_t count, size_t size, compare compare, void *argument)
{
    if (count < 2 || !size)
        return;
    char *spare = __augur_alloc(count * size, 16, AUGUR_INTERNAL);
    struct sort s = { compare, argument, size, spare };
    sort(&s, base, count);
    __augur_delete(spare, AUGUR_LIBRARY, 0);
}

static int call_plain(const void *a, const void *b, void *compare)
{
    return (*(int (**)(const void *, const void *))compare)(a, b);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    qsort_r(base, count, size, call_plain, &compare);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    const char *from = base;
    while (count) {
        const char *middle = from + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            from = middle + size;
            count -= count / 2 + 1;
        } else
            count /= 2;
    }
    return NULL;
}
