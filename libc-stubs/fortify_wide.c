/* The fortified variants of <wchar.h> and of the functions that read; see
 * fortify.c. */
#include "libc.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>
#include <unistd.h>
#include <wchar.h>

static void check(size_t needed, size_t room, const char *message)
{
    if (needed > room)
        augur_overflow(message);
}

#define MESSAGE(name) "buffer overflow detected by a fortified " #name

/* name(arguments), after a check that `needed` fits into `room`. */
#define CHECKED(type, name, parameters, needed, arguments)     \
    type __##name##_chk parameters;                            \
    type __##name##_chk parameters                             \
    {                                                          \
        check(needed, room, MESSAGE(name));                    \
        return name arguments;                                 \
    }

/* ---- wide strings; room is counted in characters ---------------------- */

#define WIDE(name)                                                                       \
    CHECKED(wchar_t *, name, (wchar_t *to, const wchar_t *from, size_t size, size_t room), \
            size, (to, from, size))
WIDE(wmemcpy)
WIDE(wmemmove)
WIDE(wmempcpy)
WIDE(wcsncpy)
WIDE(wcpncpy)
CHECKED(wchar_t *, wmemset, (wchar_t *to, wchar_t c, size_t size, size_t room), size, (to, c, size))
CHECKED(wchar_t *, wcscpy, (wchar_t *to, const wchar_t *from, size_t room), wcslen(from) + 1,
        (to, from))
CHECKED(wchar_t *, wcpcpy, (wchar_t *to, const wchar_t *from, size_t room), wcslen(from) + 1,
        (to, from))
CHECKED(wchar_t *, wcscat, (wchar_t *to, const wchar_t *from, size_t room),
        wcslen(to) + wcslen(from) + 1, (to, from))
CHECKED(wchar_t *, wcsncat, (wchar_t *to, const wchar_t *from, size_t size, size_t room),
        wcslen(to) + wcsnlen(from, size) + 1, (to, from, size))

/* ---- multibyte characters --------------------------------------------- */

CHECKED(size_t, mbstowcs, (wchar_t *to, const char *from, size_t size, size_t room), size,
        (to, from, size))
CHECKED(size_t, wcstombs, (char *to, const wchar_t *from, size_t size, size_t room), size,
        (to, from, size))
CHECKED(size_t, mbsrtowcs,
        (wchar_t *to, const char **from, size_t size, mbstate_t *state, size_t room), size,
        (to, from, size, state))
CHECKED(size_t, wcsrtombs,
        (char *to, const wchar_t **from, size_t size, mbstate_t *state, size_t room), size,
        (to, from, size, state))
CHECKED(size_t, mbsnrtowcs,
        (wchar_t *to, const char **from, size_t bytes, size_t size, mbstate_t *state, size_t room),
        size, (to, from, bytes, size, state))
CHECKED(size_t, wcsnrtombs,
        (char *to, const wchar_t **from, size_t count, size_t size, mbstate_t *state, size_t room),
        size, (to, from, count, size, state))
CHECKED(size_t, wcrtomb, (char *to, wchar_t c, mbstate_t *state, size_t room), MB_CUR_MAX,
        (to, c, state))
CHECKED(int, wctomb, (char *to, wchar_t c, size_t room), MB_CUR_MAX, (to, c))

/* ---- input ------------------------------------------------------------ */

CHECKED(char *, fgets_unlocked, (char *to, size_t room, int size, FILE *stream), (size_t)size,
        (to, size, stream))
CHECKED(wchar_t *, fgetws, (wchar_t *to, size_t room, int size, FILE *stream), (size_t)size,
        (to, size, stream))
CHECKED(size_t, fread_unlocked, (void *to, size_t room, size_t size, size_t count, FILE *stream),
        size * count, (to, size, count, stream))
CHECKED(ssize_t, read, (int fd, void *to, size_t size, size_t room), size, (fd, to, size))
CHECKED(ssize_t, pread, (int fd, void *to, size_t size, off_t offset, size_t room), size,
        (fd, to, size, offset))
CHECKED(ssize_t, pread64, (int fd, void *to, size_t size, __off64_t offset, size_t room), size,
        (fd, to, size, offset))
CHECKED(ssize_t, readlink, (const char *path, char *to, size_t size, size_t room), size,
        (path, to, size))
CHECKED(char *, getcwd, (char *to, size_t size, size_t room), size, (to, size))
CHECKED(char *, realpath, (const char *path, char *to, size_t room), 4096, (path, to))
CHECKED(int, gethostname, (char *to, size_t size, size_t room), size, (to, size))
CHECKED(int, getdomainname, (char *to, size_t size, size_t room), size, (to, size))
CHECKED(int, getgroups, (int count, gid_t *to, size_t room), (size_t)count * sizeof *to,
        (count, to))
CHECKED(int, poll, (struct pollfd *fds, nfds_t count, int timeout, size_t room),
        count * sizeof *fds, (fds, count, timeout))

/* ---- formatted output ------------------------------------------------- */

#define VARIADIC(call)                 \
    va_list arguments;                 \
    va_start(arguments, format);       \
    int length = call;                 \
    va_end(arguments);                 \
    return length

int __vswprintf_chk(wchar_t *to, size_t size, int flag, size_t room, const wchar_t *format,
                    va_list arguments);
int __vswprintf_chk(wchar_t *to, size_t size, int flag, size_t room, const wchar_t *format,
                    va_list arguments)
{
    (void)flag;
    check(size, room, MESSAGE(swprintf));
    return vswprintf(to, size, format, arguments);
}

int __swprintf_chk(wchar_t *to, size_t size, int flag, size_t room, const wchar_t *format, ...);
int __swprintf_chk(wchar_t *to, size_t size, int flag, size_t room, const wchar_t *format, ...)
{
    VARIADIC(__vswprintf_chk(to, size, flag, room, format, arguments));
}

int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list arguments);
int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list arguments)
{
    return (void)flag, vfwprintf(stream, format, arguments);
}

int __fwprintf_chk(FILE *stream, int flag, const wchar_t *format, ...);
int __fwprintf_chk(FILE *stream, int flag, const wchar_t *format, ...)
{
    (void)flag;
    VARIADIC(vfwprintf(stream, format, arguments));
}

int __vwprintf_chk(int flag, const wchar_t *format, va_list arguments);
int __vwprintf_chk(int flag, const wchar_t *format, va_list arguments)
{
    return (void)flag, vwprintf(format, arguments);
}

int __wprintf_chk(int flag, const wchar_t *format, ...);
int __wprintf_chk(int flag, const wchar_t *format, ...)
{
    (void)flag;
    VARIADIC(vwprintf(format, arguments));
}

void __vsyslog_chk(int priority, int flag, const char *format, va_list arguments);
void __vsyslog_chk(int priority, int flag, const char *format, va_list arguments)
{
    (void)flag;
    vsyslog(priority, format, arguments);
}

void __syslog_chk(int priority, int flag, const char *format, ...);
void __syslog_chk(int priority, int flag, const char *format, ...)
{
    (void)flag;
    va_list arguments;
    va_start(arguments, format);
    vsyslog(priority, format, arguments);
    va_end(arguments);
}
