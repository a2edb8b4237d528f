/* <ctype.h> in the C locale. glibc's header looks characters up in tables that
 * the __ctype_*_loc functions return; they are constants, so that a lookup costs
 * no visible action. The index goes from -128 to 255. */
#include "libc.h"
#include <ctype.h>

#define IN(c, low, high) ((c) >= (low) && (c) <= (high))
#define UPPER(c) IN(c, 'A', 'Z')
#define LOWER(c) IN(c, 'a', 'z')
#define DIGIT(c) IN(c, '0', '9')
#define XDIGIT(c) (DIGIT(c) || IN(c, 'a', 'f') || IN(c, 'A', 'F'))
#define ALNUM(c) (UPPER(c) || LOWER(c) || DIGIT(c))
#define CLASS(c)                                                                      \
    ((UPPER(c) ? _ISupper : 0) | (LOWER(c) ? _ISlower : 0) |                          \
     (UPPER(c) || LOWER(c) ? _ISalpha : 0) | (DIGIT(c) ? _ISdigit : 0) |              \
     (XDIGIT(c) ? _ISxdigit : 0) | ((c) == ' ' || IN(c, '\t', '\r') ? _ISspace : 0) | \
     (IN(c, ' ', '~') ? _ISprint : 0) | (IN(c, '!', '~') ? _ISgraph : 0) |            \
     ((c) == ' ' || (c) == '\t' ? _ISblank : 0) |                                     \
     (IN(c, 0, 31) || (c) == 127 ? _IScntrl : 0) |                                    \
     (IN(c, '!', '~') && !ALNUM(c) ? _ISpunct : 0) | (ALNUM(c) ? _ISalnum : 0))
#define TO_LOWER(c) (UPPER(c) ? (c) + 32 : (c))
#define TO_UPPER(c) (LOWER(c) ? (c) - 32 : (c))
#define BYTE(c) (c)
#define BYTE_OR_EOF(c) ((c) == 255 ? -1 : (c))

#define BY_4(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define BY_16(f, c) BY_4(f, c), BY_4(f, (c) + 4), BY_4(f, (c) + 8), BY_4(f, (c) + 12)
#define BY_64(f, c) BY_16(f, c), BY_16(f, (c) + 16), BY_16(f, (c) + 32), BY_16(f, (c) + 48)
#define BY_128(f, c) BY_64(f, c), BY_64(f, (c) + 64)

/* Characters from 128 on have no class and no other case. */
#define NONE(c) 0
static const unsigned short classes[384] = { BY_128(NONE, 0), BY_128(CLASS, 0) };
static const int to_lower[384] = { BY_128(BYTE_OR_EOF, 128), BY_128(TO_LOWER, 0),
                                   BY_128(BYTE, 128) };
static const int to_upper[384] = { BY_128(BYTE_OR_EOF, 128), BY_128(TO_UPPER, 0),
                                   BY_128(BYTE, 128) };

static const unsigned short *const classes_at_0 = classes + 128;
static const int *const to_lower_at_0 = to_lower + 128;
static const int *const to_upper_at_0 = to_upper + 128;

const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&classes_at_0; }
const int **__ctype_tolower_loc(void) { return (const int **)&to_lower_at_0; }
const int **__ctype_toupper_loc(void) { return (const int **)&to_upper_at_0; }

/* Locale objects carry the same tables. */
#define NAMES(n) { n, n, n, n, n, n, n, n, n, n, n, n, n }
#define LOCALE(n) { .__ctype_b = classes + 128, .__ctype_tolower = to_lower + 128, \
                    .__ctype_toupper = to_upper + 128, .__names = NAMES(n) }
const struct __locale_struct augur_locale_c = LOCALE("C");
const struct __locale_struct augur_locale_utf8 = LOCALE("C.UTF-8");

#define TEST(name, bit)                                          \
    int (name)(int c) { return classes_at_0[c] & (bit); }        \
    int (name##_l)(int c, locale_t locale)                       \
    {                                                            \
        (void)locale;                                            \
        return classes_at_0[c] & (bit);                          \
    }
TEST(isalnum, _ISalnum)
TEST(isalpha, _ISalpha)
TEST(isblank, _ISblank)
TEST(iscntrl, _IScntrl)
TEST(isdigit, _ISdigit)
TEST(isgraph, _ISgraph)
TEST(islower, _ISlower)
TEST(isprint, _ISprint)
TEST(ispunct, _ISpunct)
TEST(isspace, _ISspace)
TEST(isupper, _ISupper)
TEST(isxdigit, _ISxdigit)

int (tolower)(int c) { return c >= -128 && c < 256 ? to_lower_at_0[c] : c; }
int (toupper)(int c) { return c >= -128 && c < 256 ? to_upper_at_0[c] : c; }
int (_tolower)(int c) { return to_lower_at_0[c]; }
int (_toupper)(int c) { return to_upper_at_0[c]; }
int (tolower_l)(int c, locale_t locale) { return (void)locale, (tolower)(c); }
int (toupper_l)(int c, locale_t locale) { return (void)locale, (toupper)(c); }
int (__tolower_l)(int c, locale_t locale) { return (void)locale, (tolower)(c); }
int (__toupper_l)(int c, locale_t locale) { return (void)locale, (toupper)(c); }
int (isctype)(int c, int mask) { return classes_at_0[c] & mask; }
int (isascii)(int c) { return (c & ~127) == 0; }
int (toascii)(int c) { return c & 127; }
