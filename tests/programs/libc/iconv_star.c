//@ expect: unsupported
//@ needs: musl
// glibc fails with EILSEQ where the other character set does not have the character.
#include <iconv.h>

int main(void)
{
    iconv_t how = iconv_open("ASCII", "UTF-8");
    char text[] = "b\xc3\xa4", *in = text, place[1], *out = place;
    size_t in_left = 3, out_left = sizeof place;
    iconv(how, &in, &in_left, &out, &out_left);
    out = place;
    out_left = sizeof place;
    iconv(how, &in, &in_left, &out, &out_left);
    return iconv_close(how);
}
