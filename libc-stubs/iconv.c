/* <iconv.h>: musl's, behind a check for what it does in another way than glibc.
 *
 * musl has a byte order of its own for sets that do not name one, writes a star for what the other
 * set does not have, and knows fewer sets. None of that may pass for what glibc answers. */
#include "libc.h"
#include <ctype.h>
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>

iconv_t augur_iconv_open(const char *to, const char *from);
size_t augur_iconv(iconv_t how, char **restrict in, size_t *restrict in_left, char **restrict out,
                   size_t *restrict out_left);

/* Names are compared as musl does, by their letters and digits. */
static int is_named(const char *name, const char *wanted)
{
    for (; *name; name++)
        if (isalnum((unsigned char)*name) && tolower((unsigned char)*name) != *wanted++)
            return 0;
    return !*wanted;
}

static const char *check(const char *name)
{
    static const char *const other[] = { "utf16", "utf32", "ucs2", "ucs2le", "ucs2be", "ucs4", "iso2022jp" };
    for (unsigned i = 0; i < sizeof other / sizeof *other; i++)
        if (is_named(name, other[i]))
            __augur_unsupported("iconv_open: UCS-2, ISO-2022-JP, and UTF-16, UTF-32 or UCS-4 without LE or BE");
    if (!*name)
        return MB_CUR_MAX > 1 ? "UTF-8" : "ASCII";
    return is_named(name, "ansix341968") ? "ASCII" : name;
}

/* posix: iconv_open iconv
 * explored: the result follows from the arguments, as musl has it where glibc has the same.
 * left out: character sets that musl does not know, UCS-2, ISO-2022-JP, byte orders that the name
 *   does not tell, //IGNORE, //TRANSLIT, and characters that the other set does not have (all
 *   `unsupported`).
 * faults: malloc (iconv_open)
 * accesses: r the names and the text, w the text and what is left of both.
 * tests: libc/iconv_*.c */
iconv_t iconv_open(const char *to, const char *from)
{
    iconv_t how = augur_iconv_open(check(to), check(from));
    if (how == (iconv_t)-1 && errno == EINVAL)
        __augur_unsupported("iconv_open: this character set, or //IGNORE or //TRANSLIT");
    return how;
}

/* One character at a time: of a longer piece that fails at its end nobody could tell whether a
 * star was written before. */
size_t iconv(iconv_t how, char **restrict in, size_t *restrict in_left, char **restrict out,
             size_t *restrict out_left)
{
    if (!in || !*in)
        return 0;
    int before = errno;
    while (*in_left) {
        size_t result = (size_t)-1, given, left;
        for (given = 1; given <= *in_left; given++) {
            left = given;
            result = augur_iconv(how, in, &left, out, out_left);
            if (result != (size_t)-1 || errno != EINVAL)
                break;
        }
        if (result == (size_t)-1)
            return result;
        if (result)
            __augur_unsupported("iconv of a character that the other character set does not have");
        *in_left -= given;
        errno = before;
    }
    return 0;
}
