//@ expect: safe
// Differences of pointers into one object are plain numbers.
#include <assert.h>
#include <stddef.h>
#include <string.h>

int array[6];
char text[] = "key=value";
int *volatile first = &array[1];
int *volatile last = &array[5];

int main(void) {
    ptrdiff_t d = last - first;
    assert(d == 4);
    assert(first - last == -4);
    assert(first + d == last && last - d == first);
    char *equals = strchr(text, '=');
    assert(equals - text == 3);
    assert((char *)last - (char *)first == 16);
    return 0;
}
