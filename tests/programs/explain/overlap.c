//@ opt: O0
#include <string.h>

int main(void) {
    char text[] = "verify";
    memcpy(text + 1, text, 4); // expect: overlap
    return text[0] - 'v';
}
