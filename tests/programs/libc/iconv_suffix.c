//@ expect: unsupported
//@ needs: musl
// glibc leaves out what the other character set does not have. Of a name that musl does not know,
// nobody can tell here whether glibc does.
#include <iconv.h>

int main(void)
{
    return iconv_open("ISO-8859-1//IGNORE", "UTF-8") == (iconv_t)-1;
}
