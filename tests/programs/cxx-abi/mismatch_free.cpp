#include <cstdlib>

int main()
{
    int *number = new int(1);
    volatile int value = *number;
    std::free(number); // expect: invalid-free
    return value - 1;
}
