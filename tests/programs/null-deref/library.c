// A library function gets the null pointer; the report names the caller's line.
#include <stddef.h>
#include <string.h>

char *volatile text = NULL;

int main(void) {
    return (int)strlen(text); // expect: null-deref
}
