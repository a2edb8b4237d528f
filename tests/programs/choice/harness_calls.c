/* A stack of two that is pushed three times. */
#include <assert.h>
#include <augur.h>

static int size;

static void push(void)
{
    assert(size < 2); // expect: assert
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
    augur_any_calls(3, 2, calls);
    return 0;
}
