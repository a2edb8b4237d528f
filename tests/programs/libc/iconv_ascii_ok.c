//@ expect: safe
//@ needs: musl
// The empty name, and that of the program's locale, are ASCII before setlocale; a character that is
// not complete is left where it is, and so is one that is none.
#include <assert.h>
#include <errno.h>
#include <iconv.h>
#include <langinfo.h>

static size_t left_of(const char *to, const char *from, char *text, size_t size)
{
    char place[64], *out = place;
    size_t room = sizeof place;
    iconv_t how = iconv_open(to, from);
    assert(how != (iconv_t)-1);
    errno = 0;
    size_t result = iconv(how, &text, &size, &out, &room);
    assert(result == (size_t)(errno ? -1 : 0));
    iconv_close(how);
    return size;
}

int main(void)
{
    assert(left_of("UTF-8", "", "ab\xc3\xa4", 4) == 2 && errno == EILSEQ);
    assert(left_of(nl_langinfo(CODESET), "UTF-8", "ab", 2) == 0);
    assert(left_of("UTF-16LE", "UTF-8", "a\xc3", 2) == 1 && errno == EINVAL);
    assert(left_of("UTF-16LE", "UTF-8", "a\xff", 2) == 1 && errno == EILSEQ);
    assert(left_of("UTF-32BE", "UTF-8", "\xf0\x9f\x98\x80", 4) == 0);
    return 0;
}
