/* Two calls cannot overfill it. */
//@ expect: safe
//@ native: no
//@ exits: 0 1 2
#include <assert.h>
#include <augur.h>

static int size;

static void push(void)
{
    assert(size < 2);
    size++;
}

static void pop(void)
{
    if (size)
        size--;
}

int main(void)
{
    static void (*const calls[])(void) = { push, pop };
    augur_any_calls(2, 2, calls);
    return size;
}
