//@ needs: musl
// wcscpy beyond the end of an array is seen like strcpy is.
#include <wchar.h>

int main(void)
{
    wchar_t text[4];
    const wchar_t *volatile from = L"four";
    wcscpy(text, from); // expect: out-of-bounds
    return (int)text[0];
}
