//@ expect: safe
//@ output: native
//@ needs: musl
// swprintf and swscanf in both locales.
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

static void show(const wchar_t *text)
{
    for (; *text; text++)
        printf(*text < 128 ? "%lc" : "<%x>", (unsigned)*text);
}

#define TRY(size, ...)                                     \
    do {                                                   \
        wchar_t buffer[80] = L"";                          \
        errno = 0;                                         \
        int length = swprintf(buffer, size, __VA_ARGS__);  \
        printf("%d ", length);                             \
        if (length >= 0)                                   \
            show(buffer);                                  \
        printf("\n");                                      \
    } while (0)

static void all(void)
{
    for (int width = -9; width < 10; width += 3)
        for (int precision = -1; precision < 6; precision++) {
            TRY(80, L"[%*.*d|%*.*x|%*.*g]", width, precision, 1234, width, precision, 255, width, precision, 3.14159);
            TRY(80, L"[%*.*s|%*.*ls]", width, precision, "narrow", width, precision, L"wide");
            TRY(80, L"[%*.*ls]\x20ac", width, precision, L"\xe9t\xe9\x20ac");
        }
    for (size_t size = 0; size < 8; size++)
        TRY(size, L"%s", "12345");
    TRY(80, L"%c%lc%%%5c|%-5lc|", 'a', L'\x3b1', 'b', L'\x3b2');
    TRY(80, L"%s", "\xc3\xa9t\xc3\xa9");
    TRY(80, L"[%6.2s]", "\xc3\xa9t\xc3\xa9");
    char narrow[64];
    errno = 0;
    int length = snprintf(narrow, sizeof narrow, "[%6.3ls|%lc]", L"\xe9t\xe9", L'\xe9');
    printf("%d %d %s\n", length, length < 0 ? errno : 0, length < 0 ? "" : narrow);
    int number = 0, used = 0;
    wchar_t word[16] = L"";
    double real = 0;
    length = swscanf(L" 42 \xe9t\xe9 2.5 rest", L"%d %15ls%lf%n", &number, word, &real, &used);
    printf("%d %d %g %d ", length, number, real, used);
    show(word);
    length = swscanf(L"abc-def", L"%3[a-z]-%l[^x]", narrow, word);
    printf(" %d %s ", length, narrow);
    show(word);
    printf("\n");
}

int main(void)
{
    all();
    if (setlocale(LC_ALL, "C.UTF-8"))
        all();
    return 0;
}
