// A scanner written as labels and gotos.
#include <stdio.h>

static int count(const char *s)
{
    int comments = 0;
code:
    switch (*s++) { case 0: return comments; case '/': goto slash; case '"': goto string; default: goto code; }
slash:
    switch (*s++) { case 0: return comments; case '*': goto comment; case '/': goto line; default: goto code; }
comment:
    if (!*s) return -1;
    if (*s++ != '*') goto comment;
star:
    if (*s == '/') { s++, comments++; goto code; }
    if (*s == '*') { s++; goto star; }
    goto comment;
line:
    while (*s && *s != '\n') s++;
    comments += 10;
    goto code;
string:
    while (*s && *s != '"') s += *s == '\\' ? 2 : 1;
    if (*s) s++;
    goto code;
}

int main(void)
{
    printf("%d %d %d %d\n", count("a /* b */ c // d\n e"), count("\"/* no */\" /***/"), count("/* open"), count("x / y"));
    return 0;
}
