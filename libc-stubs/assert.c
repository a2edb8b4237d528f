/* <assert.h>: a failed assertion is a violation. The report shows file, line and function itself.
 * Most programs contain an assertion, so this does not lean on printf: it would be linked to all. */

#include "libc.h"

#include <assert.h>
#include <string.h>

static char *append(char *to, const char *text)
{
    size_t length = strlen(text);
    __divine_memcpy(to, text, length);
    return to + length;
}

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    static const char before[] = "assertion `", after[] = "` failed";
    (void)file, (void)line, (void)function;
    char *message = __augur_alloc(strlen(expression) + sizeof before + sizeof after, 1, AUGUR_INTERNAL | AUGUR_ZEROED);
    append(append(append(message, before), expression), after);
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
