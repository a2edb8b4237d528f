/* <err.h>, <error.h>: messages on stderr, some of which end the program. */
#include "libc.h"
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* posix: others
 * explored: as fprintf to standard error; err, errx, verr and verrx exit then, and error does if
 *   the status is not 0.
 * left out: the name of the program is that on the command line.
 * faults: as fprintf, whose result nobody sees.
 * accesses: r the format and what it stands for, r errno.
 * tests: races:warn libc/errors_exit_ok.c */

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static MASKED void collect(struct augur_sink *sink, const char *format, va_list arguments)
{
    __divine_interrupt_mask();
    augur_format(sink, format, arguments);
}

/* One line. */
static void say_at(const char *where, const char *error, const char *format, va_list arguments)
{
    struct augur_sink sink = { .collects = 1 };
    if (format)
        collect(&sink, format, arguments);
    augur_writes_all(sink.counts);
    augur_print_error("%s: %.*s%s%s\n", where, (int)sink.block_size,
                      sink.block ? sink.block : "", format && error ? ": " : "",
                      error ? error : "");
}

static void say(const char *error, const char *format, va_list arguments)
{
    say_at(program_invocation_short_name, error, format, arguments);
}

void vwarn(const char *format, va_list arguments) { say(strerror(errno), format, arguments); }
void vwarnx(const char *format, va_list arguments) { say(NULL, format, arguments); }

void verr(int status, const char *format, va_list arguments)
{
    say(strerror(errno), format, arguments);
    exit(status);
}

void verrx(int status, const char *format, va_list arguments)
{
    say(NULL, format, arguments);
    exit(status);
}

#define VARIADIC(call)               \
    va_list arguments;               \
    va_start(arguments, format);     \
    call;                            \
    va_end(arguments)

void warn(const char *format, ...) { VARIADIC(say(strerror(errno), format, arguments)); }
void warnx(const char *format, ...) { VARIADIC(say(NULL, format, arguments)); }

void err(int status, const char *format, ...)
{
    VARIADIC(say(strerror(errno), format, arguments));
    exit(status);
}

void errx(int status, const char *format, ...)
{
    VARIADIC(say(NULL, format, arguments));
    exit(status);
}

static MASKED void count(void)
{
    __divine_interrupt_mask();
    error_message_count++;
}

void error(int status, int number, const char *format, ...)
{
    VARIADIC(say(number ? strerror(number) : NULL, format, arguments));
    count();
    if (status)
        exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
    enum { REST = 16 };    /* two colons, ten digits */
    char *program = program_invocation_name;
    size_t size = strlen(program) + strlen(file) + REST;
    char *where = __augur_alloc(size, 16, AUGUR_INTERNAL);
    snprintf(where, size, "%s:%s:%u", program, file, line);
    VARIADIC(say_at(where, number ? strerror(number) : NULL, format, arguments));
    count();
    if (status)
        exit(status);
}
