// The arguments of the program are there for it to use, not to free.
#include <stdlib.h>

int main(int argc, char **argv) {
    (void)argc;
    free(argv[0]); // expect: invalid-free
    return 0;
}
