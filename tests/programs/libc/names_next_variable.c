//@ expect: unsupported
//@ native: no
// RTLD_NEXT from a variable was once taken for the program itself.
#define _GNU_SOURCE
#include <dlfcn.h>

int twice(int x) { return 2 * x; }

int main(int argc, char **argv)
{
    void *where = argc > 5 ? dlopen(argv[5], RTLD_NOW) : RTLD_NEXT;
    return dlsym(where, "twice") != 0;
}
