//@ needs: musl
// The result has more bytes than the source.
#include <assert.h>
#include <iconv.h>

int main(void)
{
    iconv_t how = iconv_open("UTF-8", "ISO-8859-1");
    if (how == (iconv_t)-1)
        return 0;
    char text[] = "\xe4\xf6", *in = text, place[2], *out = place;
    size_t in_left = 2, out_left = sizeof place;
    iconv(how, &in, &in_left, &out, &out_left);
    iconv_close(how);
    assert(!in_left); // expect: assert
    return 0;
}
