//@ expect: safe
//@ needs: musl
// Text from one encoding to another.
#include <assert.h>
#include <errno.h>
#include <iconv.h>
#include <string.h>

int main(void)
{
    char text[] = "gr\xc3\xbc\xc3\x9f", other[16], *from = text, *to = other;
    size_t left = sizeof text - 1, room = sizeof other;
    iconv_t latin = iconv_open("ISO-8859-1", "UTF-8");
    assert(latin != (iconv_t)-1 && iconv(latin, &from, &left, &to, &room) == 0);
    assert(left == 0 && to - other == 4 && !memcmp(other, "gr\xfc\xdf", 4) && !iconv_close(latin));
    iconv_t wide = iconv_open("UTF-16LE", "UTF-8");
    from = text, left = sizeof text - 1, to = other, room = 4;
    assert(wide != (iconv_t)-1 && iconv(wide, &from, &left, &to, &room) == (size_t)-1 && errno == E2BIG);
    assert(!memcmp(other, "g\0r\0", 4) && left == 4 && !iconv_close(wide));
    return 0;
}
