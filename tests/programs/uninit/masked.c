// One bit too many is left by the mask.
#include <stdlib.h>

unsigned char *volatile bytes;
unsigned *volatile word;

int main(void) {
    bytes = malloc(4);
    bytes[2] = 0x5a;
    word = (unsigned *)bytes;
    unsigned w = *word;
    free(bytes);
    if ((w & 0x00ff8000u) == 0x005a0000u) // expect: uninit
        exit(0);
    return 1;
}
