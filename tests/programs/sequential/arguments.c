//@ args: --verbose
// The last argument is followed by a null pointer.
#include <string.h>

int main(int argc, char **argv) {
    int found = 0;
    for (int i = 1; i <= argc; i++)
        found += strcmp(argv[i], "--verbose") == 0; // expect: null-deref
    return found;
}
