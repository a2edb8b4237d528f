//@ expect: safe
//@ args: one 22
//@ native: no
// The program sees the arguments it was given.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    assert(argc == 3);
    assert(strcmp(argv[1], "one") == 0);
    assert(atoi(argv[2]) == 22);
    assert(argv[3] == NULL);
    return 0;
}
