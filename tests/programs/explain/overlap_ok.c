//@ expect: safe
#include <string.h>

int main(void) {
    char text[] = "verify";
    memmove(text + 1, text, 4);
    return text[0] - 'v';
}
