//@ expect: safe
/* A program that replaces only operator new may free as the library does. */
#include <cstdlib>
#include <new>

void *operator new(std::size_t size)
{
    void *p = std::malloc(size);
    if (!p)
        throw std::bad_alloc();
    return p;
}

int main()
{
    delete new int(1);
    int *volatile several = new int[3];
    delete[] several;
}
