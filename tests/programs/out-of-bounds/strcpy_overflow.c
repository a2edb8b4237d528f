// The terminating zero does not fit.
#include <string.h>

char name[4];
char *volatile input = "four";

int main(void) {
    strcpy(name, input); // expect: out-of-bounds
    return name[0] == 'f' ? 0 : 1;
}
