// Wide characters and their arrays.
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    wchar_t text[] = L"wide \u20ac text";
    int n = 0;
    for (const wchar_t *p = text; *p; p++) n += (int)*p;
    printf("%zu %d %d\n", wcslen(text), n, wcscmp(text, L"wide") > 0);
    wchar_t copy[20];
    wcscpy(copy, text), copy[4] = L'-';
    return (int)copy[4];
}
