/* <stdlib.h>: integers, the environment. Memory is in malloc.c, the end of the
 * program in exit.c, sorting in qsort.c, random numbers in random.c, reading
 * numbers in strtol.c and strtod.c. */
#include "libc.h"
#include <augur/fault.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
intmax_t imaxabs(intmax_t n) { return n < 0 ? -n : n; }
div_t div(int a, int b) { return (div_t){ a / b, a % b }; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){ a / b, a % b }; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){ a / b, a % b }; }
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){ a / b, a % b }; }

/* ---- the environment -------------------------------------------------- */

/* posix: others
 * explored: the result follows from the arguments.
 * left out: system and popen, but for the question whether there is a shell (`unsupported`).
 * accesses: getsubopt r and w the list, w the value; rpmatch r the answer.
 * tests: races:getsubopt overflow/absolute.c libc/stdlib.c libc/getopt.c */

/* posix: getenv secure_getenv
 * explored: what the command line gave and the program has set. The pointer stays valid.
 * left out: setenv in glibc may overwrite or move what getenv returned.
 * accesses: r the name, r environ.
 * tests: data-race/environment.c data-race/environment_ok.c races:getenv races:both_read_getenv
 *   races:both_getenv_setenv races:both_clearenv_getenv */

/* posix: setenv unsetenv putenv clearenv
 * explored: one action each. POSIX lets them race with each other and with getenv, and they do.
 * faults: malloc
 * accesses: r the name and the value; w environ. putenv keeps the text, which stays the program's.
 * tests: data-race/environment.c data-race/environment_ok.c races:setenv_name races:setenv_value
 *   races:unsetenv races:putenv races:both_setenv races:both_putenv_unsetenv
 *   races:both_environ_setenv races:both_read_setenv faults/malloc_calls.c
 *   faults/malloc_calls_ok.c */

MASKED char *getenv(const char *name)
{
    __divine_interrupt_mask();
    __augur_touch(&environ, sizeof environ, AUGUR_READS);
    size_t length = strlen(name);
    if (!environ || !length)
        return NULL;
    for (char **at = environ; *at; at++)
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=')
            return *at + length + 1;
    return NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }

static int is_bad_name(const char *name)
{
    if (name && *name && !strchr(name, '='))
        return 0;
    errno = EINVAL;
    return 1;
}

/* Finds the entry of a name; the closing null pointer if there is none. */
static char **entry(const char *name, size_t length)
{
    static char *nothing;
    char **at = environ ? environ : &nothing;
    while (*at && (strncmp(*at, name, length) != 0 || (*at)[length] != '='))
        at++;
    return at;
}

static int no_memory(void)
{
    if (!augur_fault(AUGUR_FAULT_MALLOC))
        return 0;
    errno = ENOMEM;
    return 1;
}

static void put_entry(char *text, size_t length)
{
    char **at = entry(text, length);
    if (*at) {
        *at = text;
        return;
    }
    size_t count = environ ? (size_t)(at - environ) : 0;
    char **grown = __augur_alloc((count + 2) * sizeof *grown, 16,
                                 AUGUR_ZEROED | AUGUR_INTERNAL);
    if (count)
        __divine_memcpy(grown, environ, count * sizeof *grown);
    grown[count] = text;
    environ = grown;
}

MASKED int setenv(const char *name, const char *value, int replace)
{
    __divine_interrupt_mask();
    __augur_touch(&environ, sizeof environ, AUGUR_WRITES);
    if (is_bad_name(name))
        return -1;
    size_t length = strlen(name), value_length = strlen(value);
    if (*entry(name, length) && !replace)
        return 0;
    if (no_memory())
        return -1;
    char *text = __augur_alloc(length + value_length + 2, 16,
                               AUGUR_ZEROED | AUGUR_LENT | AUGUR_GIVEN * AUGUR_MADE_BY);
    __divine_memcpy(text, name, length);
    text[length] = '=';
    __divine_memcpy(text + length + 1, value, value_length);
    put_entry(text, length);
    return 0;
}

MASKED int unsetenv(const char *name)
{
    __divine_interrupt_mask();
    __augur_touch(&environ, sizeof environ, AUGUR_WRITES);
    if (is_bad_name(name))
        return -1;
    size_t length = strlen(name);
    for (char **at; *(at = entry(name, length));)
        for (; *at; at++)
            at[0] = at[1];
    return 0;
}

MASKED int putenv(char *text)
{
    __divine_interrupt_mask();
    __augur_touch(&environ, sizeof environ, AUGUR_WRITES);
    size_t length = strcspn(text, "=");
    if (!text[length])
        return unsetenv(text);
    if (!*entry(text, length) && no_memory())
        return -1;
    put_entry(text, length);
    return 0;
}

MASKED int clearenv(void)
{
    __divine_interrupt_mask();
    __augur_touch(&environ, sizeof environ, AUGUR_WRITES);
    environ = NULL;
    return 0;
}

/* ---- odds and ends ---------------------------------------------------- */

int system(const char *command)
{
    if (!command)
        return 0;
    __augur_unsupported("system");
}

/* Is an answer yes (1), no (0), or neither (-1)? */
int rpmatch(const char *answer)
{
    return *answer == 'y' || *answer == 'Y' ? 1 : *answer == 'n' || *answer == 'N' ? 0 : -1;
}

#define FROM(name, type, length)                                                    \
    int name(char *to, size_t size, const char *format, type value)                 \
    {                                                                               \
        char copy[32];                                                              \
        size_t used = strlen(format);                                               \
        if (used < 2 || used + 2 > sizeof copy)                                     \
            __augur_unsupported(#name " with such a format");                       \
        memcpy(copy, format, used - 1);                                             \
        strcpy(copy + used - 1, length);                                            \
        strcat(copy, format + used - 1);                                            \
        return snprintf(to, size, copy, value);                                     \
    }
FROM(strfromf, float, "")
FROM(strfromd, double, "")
FROM(strfroml, long double, "L")

/* The index of the first suboption of a list like "ro,size=5"; the list goes on
 * behind it. */
int getsubopt(char **restrict list, char *const *restrict names, char **restrict value)
{
    char *word = *list;
    size_t length = strcspn(word, ","), name = strcspn(word, ",=");
    if (!length && !word[0])
        return -1;
    *list = word + length + (word[length] == ',');
    word[length] = 0;
    for (int i = 0; names[i]; i++)
        if (strncmp(names[i], word, name) == 0 && !names[i][name]) {
            *value = name < length ? word + name + 1 : NULL;
            return i;
        }
    *value = word;
    return -1;
}
