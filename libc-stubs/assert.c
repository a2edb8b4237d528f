/* <assert.h>: a failed assertion is the violation `assert`. */
#include "libc.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

void __assert_fail(const char *expression, const char *file, unsigned line,
                   const char *function)
{
    char message[512];
    (void)file, (void)line;
    snprintf(message, sizeof message, "assertion `%s` failed (in function %s)", expression,
             function ? function : "?");
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
