//@ expect: leak
//@ needs: musl
// A tree of <search.h> that is dropped before it is destroyed leaks its nodes.
#include <search.h>
#include <stddef.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void)
{
    static int numbers[] = { 2, 1, 3 };
    void *root = NULL;
    for (int i = 0; i < 3; i++)
        tsearch(&numbers[i], &root, compare);
    root = NULL;
    return 0;
}
