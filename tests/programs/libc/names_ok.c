//@ expect: safe
//@ native: no
// What the program has can be found by its name.
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <unistd.h>

int limit = 3;
int twice(int x) { return 2 * x; }

int main(void)
{
    void *program = dlopen(NULL, RTLD_NOW);
    assert(program);
    int (*found)(int) = (int (*)(int))dlsym(program, "twice");
    int *number = dlsym(RTLD_DEFAULT, "limit");
    pid_t (*process)(void) = (pid_t (*)(void))dlsym(program, "getpid");
    assert(found(*number) == 6 && number == &limit && process() == getpid());
    assert(!dlclose(program) && !dlerror());
    return 0;
}
