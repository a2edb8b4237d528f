//@ expect: safe
//@ output: native
//@ needs: musl
// The fortified variants: what fits passes as if they were not.
#define _FORTIFY_SOURCE 2
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

char *__strcpy_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__strcat_chk(char *, const char *, size_t);
char *__strncat_chk(char *, const char *, size_t, size_t);
char *__stpcpy_chk(char *, const char *, size_t);
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
int __sprintf_chk(char *, int, size_t, const char *, ...);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __printf_chk(int, const char *, ...);
int __asprintf_chk(char **, int, const char *, ...);
wchar_t *__wcscpy_chk(wchar_t *, const wchar_t *, size_t);
wchar_t *__wcscat_chk(wchar_t *, const wchar_t *, size_t);
wchar_t *__wmemset_chk(wchar_t *, wchar_t, size_t, size_t);
int __swprintf_chk(wchar_t *, size_t, int, size_t, const wchar_t *, ...);
size_t __mbstowcs_chk(wchar_t *, const char *, size_t, size_t);
size_t __wcstombs_chk(char *, const wchar_t *, size_t, size_t);

int main(void)
{
    char text[16];
    wchar_t wide[16];
    __strcpy_chk(text, "abc", sizeof text);
    __strcat_chk(text, "def", sizeof text);
    __strncat_chk(text, "ghijk", 2, sizeof text);
    __printf_chk(1, "%s %d\n", text, (int)(__stpcpy_chk(text, "xy", sizeof text) - text));
    __strncpy_chk(text, "fill", 8, sizeof text);
    __memcpy_chk(text + 4, "ed", 3, 12);
    __printf_chk(1, "%s\n", text);
    __memmove_chk(text + 1, text, 5, 15);
    __printf_chk(1, "%.7s %td\n", text, (char *)__mempcpy_chk(text, "q", 1, 16) - text);
    __memset_chk(text, 'z', 15, 16);
    text[15] = 0;
    __printf_chk(1, "%s %d", text, __sprintf_chk(text, 1, sizeof text, "%d-%s", 42, "x"));
    __printf_chk(1, " %s %d\n", text, __snprintf_chk(text, 4, 1, sizeof text, "%s", "longer"));
    char *made;
    __printf_chk(1, "%d", __asprintf_chk(&made, 1, "%05d", 77));
    __printf_chk(1, " %s\n", made);
    free(made);
    __wcscpy_chk(wide, L"wide", 16);
    __wcscat_chk(wide, L"ned", 16);
    __printf_chk(1, "%ls %d", wide, __swprintf_chk(wide, 16, 1, 16, L"%ls!", L"ok"));
    __printf_chk(1, " %ls %zu", wide, __mbstowcs_chk(wide, "narrow", 16, 16));
    __printf_chk(1, " %zu %s\n", __wcstombs_chk(text, wide, 16, 16), text);
    return 0;
}
