// What a program has under a name of the C library is called where the program names it.
#include <assert.h>

static int calls;

int raise(int number)
{
    calls++;
    return number;
}

int main(void)
{
    raise(1);
    assert(calls == 0); // expect: assert
    return 0;
}
