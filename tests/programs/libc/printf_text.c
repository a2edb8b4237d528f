//@ expect: safe
//@ output: native
// Strings and characters, cut, padded and measured; results of the snprintf family.
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int through_va_list(char *buffer, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(buffer, size, format, arguments);
    va_end(arguments);
    return length;
}

int main(void)
{
    char buffer[64], *made;
    const char *text = "The quick brown fox";
    for (int width = -22; width <= 22; width += 4)
        for (int precision = -1; precision < 24; precision += 3)
            printf("[%*.*s] [%-*.*s]\n", width, precision, text, width, precision, text);
    for (size_t size = 0; size < 24; size++) {
        memset(buffer, '#', sizeof buffer);
        int length = snprintf(buffer, size, "%s/%d", text, 42);
        printf("%zu %d %.30s\n", size, length, buffer);
        length = through_va_list(buffer, size + 1, "%c%s%%", 'q', "uote");
        printf("%d %s\n", length, buffer);
    }
    errno = ENOENT;
    printf("%m|%20m|%.4m\n");
    printf("%s %.3s %.6s\n", (char *)NULL, (char *)NULL, (char *)NULL);
    printf("%ls|%10ls|%-10ls|%.3ls|%lc|%S|%C\n", L"wide", L"wide", L"wide", L"wide", L'w', L"Wide", L'W');
    int length = asprintf(&made, "%s has %zu letters", text, strlen(text));
    printf("%d %s\n", length, made);
    free(made);
    length = sprintf(buffer, "%5s%-5s%05d", "ab", "cd", 12);
    printf("%d %s\n", length, buffer);
    fflush(stdout);
    dprintf(1, "%s %d\n", "to a descriptor", 1);
    fprintf(stdout, "%s\n", "to a stream");
    return 0;
}
