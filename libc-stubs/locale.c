/* <locale.h>: the C locale, which is all there is. */
#include "libc.h"
#include <limits.h>
#include <locale.h>

static int is_c_locale(const char *name)
{
    return name[0] == 0 || (name[0] == 'C' && name[1] == 0) ||
           (name[0] == 'P' && name[1] == 'O' && name[2] == 'S' && name[3] == 'I' &&
            name[4] == 'X' && name[5] == 0);
}

char *setlocale(int category, const char *name)
{
    if (category < 0 || category > LC_IDENTIFICATION || (name && !is_c_locale(name)))
        return NULL;
    return "C";
}

static const struct lconv conventions = {
    .decimal_point = ".", .thousands_sep = "", .grouping = "",
    .int_curr_symbol = "", .currency_symbol = "", .mon_decimal_point = "",
    .mon_thousands_sep = "", .mon_grouping = "", .positive_sign = "", .negative_sign = "",
    .int_frac_digits = CHAR_MAX, .frac_digits = CHAR_MAX,
    .p_cs_precedes = CHAR_MAX, .p_sep_by_space = CHAR_MAX,
    .n_cs_precedes = CHAR_MAX, .n_sep_by_space = CHAR_MAX,
    .p_sign_posn = CHAR_MAX, .n_sign_posn = CHAR_MAX,
    .int_p_cs_precedes = CHAR_MAX, .int_p_sep_by_space = CHAR_MAX,
    .int_n_cs_precedes = CHAR_MAX, .int_n_sep_by_space = CHAR_MAX,
    .int_p_sign_posn = CHAR_MAX, .int_n_sign_posn = CHAR_MAX,
};

struct lconv *localeconv(void) { return (struct lconv *)&conventions; }
