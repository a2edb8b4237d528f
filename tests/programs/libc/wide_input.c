//@ expect: safe
//@ output: native
//@ needs: musl
// Wide characters from a stream in memory.
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

int main(void)
{
    char text[] = "12 w\xc3\xb6rter \xe2\x82\xac\nnext line\n7 8";
    wchar_t word[16], line[32];
    int a = 0, b = 0, count;
    wint_t c;
    setlocale(LC_ALL, "C.UTF-8");
    FILE *stream = tmpfile();
    write(fileno(stream), text, strlen(text));
    lseek(fileno(stream), 0, SEEK_SET);
    count = fwscanf(stream, L"%d %15ls", &a, word);
    printf("%d %d", count, a);
    for (wchar_t *p = word; *p; p++)
        printf(" %x", (unsigned)*p);
    c = fgetwc(stream);
    printf(" %x", (unsigned)c);
    c = fgetwc(stream);
    printf(" %x %x", (unsigned)c, (unsigned)ungetwc(c, stream));
    printf(" %x %x\n", (unsigned)getwc(stream), (unsigned)getwc(stream));
    if (fgetws(line, 5, stream))
        printf("%zu %d\n", wcslen(line), line[3]);
    if (fgetws(line, 32, stream))
        printf("%zu\n", wcslen(line));
    count = fwscanf(stream, L"%d%d", &a, &b);
    printf("%d %d %d %d\n", count, a, b, fgetwc(stream) == WEOF);
    fclose(stream);
    return 0;
}
