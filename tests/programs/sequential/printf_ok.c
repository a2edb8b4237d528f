//@ expect: safe
// The formats of printf, read back through snprintf.
#include <assert.h>
#include <stdio.h>
#include <string.h>

char out[64];
volatile int n = 42;

#define SHOWS(text, ...) \
    assert(snprintf(out, sizeof out, __VA_ARGS__) == (int)strlen(text) && !strcmp(out, text))

int main(void) {
    SHOWS("42 -42 2a 2A 52", "%d %i %x %X %o", n, -n, n, n, n);
    SHOWS("[   42] [42   ] [00042] [+42]", "[%5d] [%-5d] [%05d] [%+d]", n, n, n, n);
    SHOWS("4294967254 18446744073709551574", "%u %lu", -n, (unsigned long)-n);
    SHOWS("-9223372036854775808", "%ld", (long)(1ul << 63));
    SHOWS("x abc ab [  abc] 100%", "%c %s %.2s [%5s] %d%%", 'x', "abc", "abc", "abc", 100);
    SHOWS("0x2a 007", "%#x %.3d", n, 7);
    SHOWS("[ 7] 9", "[%*d] %zu", 2, 7, (size_t)9);
    printf("%s %d %c\n", "done", n, '!');
    puts("and out");
    putchar('\n');
    return 0;
}
