//@ flags: --faults malloc
/* This form of new gives null. */
#include <new>

int main()
{
    int *volatile number = new (std::nothrow) int;
    *number = 1; // expect: null-deref
    delete number;
}
