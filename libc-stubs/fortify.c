/* The fortified variants that _FORTIFY_SOURCE puts in place of common functions:
 * they also get the size of the destination, and abort when it is too small. */
#include "libc.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

void augur_overflow(const char *message) { __augur_problem(AUGUR_ABORT, message); }

static void check(size_t needed, size_t room, const char *message)
{
    if (needed > room)
        augur_overflow(message);
}

#define MEMORY(name)                                                              \
    void *__##name##_chk(void *to, const void *from, size_t size, size_t room);   \
    void *__##name##_chk(void *to, const void *from, size_t size, size_t room)    \
    {                                                                             \
        check(size, room, "buffer overflow detected by a fortified " #name);      \
        return name(to, from, size);                                              \
    }
MEMORY(memcpy)
MEMORY(memmove)
MEMORY(mempcpy)

void *__memset_chk(void *to, int byte, size_t size, size_t room);
void *__memset_chk(void *to, int byte, size_t size, size_t room)
{
    check(size, room, "buffer overflow detected by a fortified memset");
    return memset(to, byte, size);
}

void __explicit_bzero_chk(void *to, size_t size, size_t room);
void __explicit_bzero_chk(void *to, size_t size, size_t room)
{
    check(size, room, "buffer overflow detected by a fortified explicit_bzero");
    memset(to, 0, size);
}

#define STRING(name)                                                              \
    char *__##name##_chk(char *to, const char *from, size_t room);                \
    char *__##name##_chk(char *to, const char *from, size_t room)                 \
    {                                                                             \
        check(strlen(from) + 1, room, "buffer overflow detected by a fortified " #name); \
        return name(to, from);                                                    \
    }
STRING(strcpy)
STRING(stpcpy)

#define STRING_N(name)                                                            \
    char *__##name##_chk(char *to, const char *from, size_t size, size_t room);   \
    char *__##name##_chk(char *to, const char *from, size_t size, size_t room)    \
    {                                                                             \
        check(size, room, "buffer overflow detected by a fortified " #name);      \
        return name(to, from, size);                                              \
    }
STRING_N(strncpy)
STRING_N(stpncpy)

char *__strcat_chk(char *to, const char *from, size_t room);
char *__strcat_chk(char *to, const char *from, size_t room)
{
    check(strlen(to) + strlen(from) + 1, room,
          "buffer overflow detected by a fortified strcat");
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t size, size_t room);
char *__strncat_chk(char *to, const char *from, size_t size, size_t room)
{
    check(strlen(to) + augur_length(from, size) + 1, room,
          "buffer overflow detected by a fortified strncat");
    return strncat(to, from, size);
}

/* ---- formatted output ------------------------------------------------- */

#define VARIADIC(call)                 \
    va_list arguments;                 \
    va_start(arguments, format);       \
    int length = call;                 \
    va_end(arguments);                 \
    return length

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format,
                    va_list arguments);
int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format,
                    va_list arguments)
{
    (void)flag;
    check(size, room, "buffer overflow detected by a fortified snprintf");
    return augur_print_to_buffer(to, size, format, arguments);
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...);
int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...)
{
    VARIADIC(__vsnprintf_chk(to, size, flag, room, format, arguments));
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments);
int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments)
{
    (void)flag;
    int length = augur_print_to_buffer(to, room, format, arguments);
    if (length >= 0)
        check((size_t)length + 1, room, "buffer overflow detected by a fortified sprintf");
    return length;
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...);
int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
    VARIADIC(__vsprintf_chk(to, flag, room, format, arguments));
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vfprintf(stream, format, arguments);
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    (void)flag;
    VARIADIC(vfprintf(stream, format, arguments));
}

int __vprintf_chk(int flag, const char *format, va_list arguments);
int __vprintf_chk(int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vprintf(format, arguments);
}

int __printf_chk(int flag, const char *format, ...);
int __printf_chk(int flag, const char *format, ...)
{
    (void)flag;
    VARIADIC(vprintf(format, arguments));
}

int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments);
int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return augur_vprint(fd, format, arguments);
}

int __dprintf_chk(int fd, int flag, const char *format, ...);
int __dprintf_chk(int fd, int flag, const char *format, ...)
{
    (void)flag;
    VARIADIC(augur_vprint(fd, format, arguments));
}

int __vasprintf_chk(char **result, int flag, const char *format, va_list arguments);
int __vasprintf_chk(char **result, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vasprintf(result, format, arguments);
}

int __asprintf_chk(char **result, int flag, const char *format, ...);
int __asprintf_chk(char **result, int flag, const char *format, ...)
{
    (void)flag;
    VARIADIC(vasprintf(result, format, arguments));
}

/* ---- the rest --------------------------------------------------------- */

void __chk_fail(void) __attribute__((noreturn));
void __chk_fail(void) { augur_overflow("buffer overflow detected by a fortified function"); }

void __stack_chk_fail(void) __attribute__((noreturn));
void __stack_chk_fail(void) { augur_overflow("stack smashing detected"); }

long __fdelt_chk(long fd);
long __fdelt_chk(long fd)
{
    if (fd < 0 || fd >= 1024)
        __chk_fail();
    return fd / 64;
}
