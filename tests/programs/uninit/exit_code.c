// An undefined exit code.
#include <stdlib.h>

int *volatile p;

int main(void) {
    p = malloc(sizeof *p);
    int code = *p;
    free(p);
    exit(code); // expect: uninit
}
