// String literals: joining, escapes, wide, arrays of arrays, embedded zeros.
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static char names[][6] = { "one", "two", "three" };
static const char joined[] = "ab" "cd" "\x41" "B\0hidden";
static const wchar_t wide[] = L"w\u00efde";

int main(void)
{
    printf("%s %s %s %zu\n", names[0], names[2], joined, sizeof joined);
    printf("%zu %zu %d %d\n", strlen(joined), sizeof wide / sizeof *wide, (int)wide[1], joined[sizeof joined - 2]);
    printf("%s|%s|%s\n", "tab\there", "quote\"s", "octal\101\60");
    char copy[] = "mutable";
    copy[0] ^= 32;
    puts(copy);
    puts(__func__);
    printf("%zu %d\n", sizeof "", *"");
    return u8"\u00e9"[1] & 127;
}
