// readlink writes no zero at the end of the text.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char text[16];
    int error = symlink("somewhere", "link");
    assert(!error);
    ssize_t length = readlink("link", text, sizeof text);
    assert(length == 9 && !realpath("link", NULL));
    return strlen(text) == 9 ? 0 : 1; // expect: uninit
}
