// A switch over an undefined value.
#include <stdlib.h>

unsigned char *volatile p;

int main(void) {
    p = malloc(1);
    int result;
    switch (*p) { // expect: uninit
    case 0: result = 5; break;
    case 77: result = 9; break;
    case 200: exit(1);
    default: result = 1; break;
    }
    free(p);
    return result;
}
