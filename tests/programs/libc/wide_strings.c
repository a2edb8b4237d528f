//@ expect: safe
//@ output: native
//@ needs: musl
// <wchar.h> strings and <wctype.h> in the C locale.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int n) { return (n > 0) - (n < 0); }

static const wchar_t *const texts[] = { L"", L"a", L"ab", L"abcabc", L"ABC", L"hello, world", L"b", L"a,b;c", L"\x3b1\x3b2" };
enum { COUNT = sizeof texts / sizeof *texts };

static long at(const wchar_t *found, const wchar_t *start) { return found ? found - start : -1; }

static void pair(const wchar_t *a, const wchar_t *b)
{
    wchar_t buffer[64];
    printf("%d %d %d %d %d", sign(wcscmp(a, b)), sign(wcsncmp(a, b, 2)), sign(wcscasecmp(a, b)),
           sign(wcsncasecmp(a, b, 2)), sign(wcscoll(a, b)));
    printf(" %ld %zu %zu %ld", at(wcsstr(a, b), a), wcsspn(a, b), wcscspn(a, b), at(wcspbrk(a, b), a));
    wcscpy(buffer, a);
    wcscat(buffer, b);
    wcsncat(buffer, b, 1);
    printf(" %zu", wcslen(buffer));
    wmemset(buffer, L'.', 20);
    printf(" %ld", at(wcpncpy(buffer, b, 6), buffer));
    printf(" %zu %d\n", wcsnlen(buffer, 9), sign(wmemcmp(buffer, texts[5], 1)));
}

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++)
            pair(texts[i], texts[j]);
        printf("%zu %ld %ld %ld %ld\n", wcslen(texts[i]), at(wcschr(texts[i], L'b'), texts[i]),
               at(wcsrchr(texts[i], L'b'), texts[i]), at(wcschrnul(texts[i], L','), texts[i]),
               at(wmemchr(texts[i], L'c', wcslen(texts[i])), texts[i]));
    }
    wchar_t copy[32] = L"one two,,three", *rest;
    for (wchar_t *token = wcstok(copy, L" ,", &rest); token; token = wcstok(NULL, L" ,", &rest))
        printf("<%ls>", token);
    wchar_t *twice = wcsdup(L"again");
    wmemmove(twice + 1, twice, 3);
    printf("%ls %ld\n", twice, at(wmempcpy(copy, twice, 2), copy));
    free(twice);
    static const char *const classes[] = { "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print",
                                           "punct", "space", "upper", "xdigit" };
    for (wint_t c = 0; c < 300; c++) {
        int bits = 0;
        for (int k = 0; k < 12; k++)
            bits |= (iswctype(c, wctype(classes[k])) != 0) << k;
        printf("%x:%x:%x:%x:%d ", (unsigned)c, (unsigned)bits, (unsigned)towlower(c), (unsigned)towupper(c), wcwidth((wchar_t)c));
        if (!iswalpha(c) != !(bits & 2) || !iswspace(c) != !(bits & 512))
            printf("differs\n");
    }
    printf("%d %d %d %u\n", wctype("nothing") == 0, iswalnum(WEOF), wcswidth(L"four", 9),
           (unsigned)towctrans(L'q', wctrans("toupper")));
    return 0;
}
