// A list of strings that ends with a null pointer.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char *join(char *to, ...)
{
    va_list list;
    const char *s;
    *to = 0;
    va_start(list, to);
    while ((s = va_arg(list, const char *)))
        strcat(to, s);
    va_end(list);
    return to;
}

int main(void)
{
    char text[64];
    puts(join(text, (char *)0));
    puts(join(text, "one", (char *)0));
    puts(join(text, "a", "bc", "def", "ghij", "klmno", "pqrstu", "vw", "x", (char *)0));
    return (int)strlen(text);
}
