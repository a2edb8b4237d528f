//@ expect: safe
// A main with other parameters than it gets.
#include <assert.h>

short main(unsigned char count, const char **args, char **env, void *apple) {
    assert(count == 1 && args[0] && !args[1]);
    return 0;
}
