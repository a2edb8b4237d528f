// A stream is closed, not freed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char text[8] = "";
    FILE *stream = fmemopen(text, sizeof text, "r");
    free(stream); // expect: invalid-free
    return 0;
}
