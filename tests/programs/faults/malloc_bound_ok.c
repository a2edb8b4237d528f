//@ flags: --faults malloc:1
//@ expect: safe
//@ native: no
// At most one allocation of an execution fails.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int failed = 0;
    for (int i = 0; i < 3; i++) {
        void *p = malloc(8);
        failed += !p;
        free(p);
    }
    assert(failed <= 1);
    return 0;
}
