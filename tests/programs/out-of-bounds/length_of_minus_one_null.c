// What is copied to is looked at first: it is null.
#include <string.h>

char from[8];
char *volatile to;
volatile int length = -1;

int main(void) {
    memset(to, 0, (size_t)length); // expect: null-deref
    return 0;
}
