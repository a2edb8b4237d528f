//@ needs: musl
// Room of a wide string is counted in characters.
#include <stddef.h>
#include <wchar.h>

wchar_t *__wcscpy_chk(wchar_t *, const wchar_t *, size_t);

int main(void)
{
    wchar_t text[4];
    const wchar_t *volatile from = L"four";
    __wcscpy_chk(text, from, 4); // expect: abort
    return (int)text[0];
}
