//@ expect: unsupported
//@ needs: musl
// glibc begins UTF-16 with a mark of its byte order.
#include <iconv.h>

int main(void)
{
    return iconv_open("utf-16", "UTF-8") == (iconv_t)-1;
}
