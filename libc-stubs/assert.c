/* <assert.h>: a failed assertion is the violation `assert`. */
#include "libc.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

static int is_name(char c)
{
    return c == '_' || c == ':' || c == '~' || (c >= '0' && c <= '9') ||
           ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* The compiler passes a whole declaration, "int f(int, char **)". Points to the
 * name in it and gives its length. */
static const char *name_in(const char *declaration, int *length)
{
    const char *end = augur_find(declaration, '('), *start = end;
    while (start != declaration && is_name(start[-1]))
        start--;
    if (start == end) {
        start = declaration;
        end = start + strlen(start);
    }
    *length = (int)(end - start);
    return start;
}

void __assert_fail(const char *expression, const char *file, unsigned line,
                   const char *function)
{
    char message[512];
    int length;
    (void)file, (void)line;
    const char *name = name_in(function ? function : "?", &length);
    snprintf(message, sizeof message, "assertion `%s` failed (in function %.*s)", expression,
             length, name);
    __augur_problem(AUGUR_ASSERT, message);
}

void __assert(const char *expression, const char *file, int line)
{
    __assert_fail(expression, file, (unsigned)line, NULL);
}

void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    __assert_fail(strerror(error), file, line, function);
}
