#include <cstdlib>

int main()
{
    int *number = (int *)std::malloc(sizeof *number);
    if (!number)
        return 1;
    *number = 1;
    volatile int value = *number;
    delete number; // expect: invalid-free
    return value - 1;
}
