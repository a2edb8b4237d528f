/* RTLD_NEXT may be kept in a variable: what it leads to is the C library's function, which does not count. */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <stdlib.h>

static int calls;

int rand(void)
{
    calls++;
    return 4;
}

int main(int argc, char **argv)
{
    (void)argv;
    void *where = argc > 5 ? NULL : RTLD_NEXT;
    int (*next)(void) = (int (*)(void))dlsym(where, "rand");
    assert(next() >= 0);
    assert(rand() == 4);
    assert(calls == 2); // expect: assert
    return 0;
}
