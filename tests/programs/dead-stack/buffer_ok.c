//@ expect: safe
// The repaired twin of buffer.c: the caller owns the buffer.
#include <assert.h>
#include <string.h>

__attribute__((noinline)) static void greet(const char *name, char *buffer) {
    strcpy(buffer, "hi ");
    strcat(buffer, name);
}

int main(void) {
    char buffer[16];
    greet("ann", buffer);
    assert(strcmp(buffer, "hi ann") == 0);
    return 0;
}
