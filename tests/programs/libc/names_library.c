//@ expect: unsupported
//@ native: no
// A library that is opened while the program runs is not modelled.
#include <dlfcn.h>

int main(void)
{
    void *library = dlopen("libm.so.6", RTLD_NOW);
    return !library;
}
