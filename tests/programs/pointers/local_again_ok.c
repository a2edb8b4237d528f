//@ expect: safe
//@ native: no
// A pointer that is left to a local variable equals none to another one. On a real machine the next call may have
// its variable in the same place; the verdict names that as left out.
#include <assert.h>
#include <stddef.h>

static int *last;

__attribute__((noinline)) static int is_again(void)
{
    int here = 0;
    int again = last == &here;
    last = &here;
    return again;
}

int main(void)
{
    is_again();
    int again = is_again();
    last = NULL;
    assert(!again);
}
