//@ native: no
// A function that was found by its name is called like any other.
#include <assert.h>
#include <dlfcn.h>

int half(int x)
{
    assert(x % 2 == 0); // expect: assert
    return x / 2;
}

int main(void)
{
    int (*found)(int) = (int (*)(int))dlsym(dlopen(0, RTLD_LAZY), "half");
    return found(4) + found(3);
}
