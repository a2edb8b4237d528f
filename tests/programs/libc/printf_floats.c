//@ expect: safe
//@ output: native
// Floating point in every form, with both precisions of the machine.
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

const char *flags[] = { "", "-", "+", " ", "#", "0", "#0+" };
const char *sizes[] = { "", "15", ".0", ".1", ".3", "20.10", ".17", "6.20" };
static const double values[] = { 0.0, -0.0, 1.0, -1.5, 0.1, 9.995, 99999.95, 123456.789, 1e-5, 1e21, 2.5, 3.5,
                                 1e100, DBL_MAX, DBL_MIN, 4.9e-324, INFINITY, -INFINITY, NAN };

static uint64_t state = 88172645463325252u;

static double any_double(void)
{
    double value;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    memcpy(&value, &state, sizeof value);
    return value;
}

int main(void)
{
    char format[32];
    for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++)
        for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (unsigned l = 0; l < 8; l++) {
                snprintf(format, sizeof format, "%%%s%s%c ", flags[f], sizes[s], "fegaFEGA"[l]);
                fputs(format, stdout);
                for (unsigned v = (f + s + l) % 7; v < sizeof values / sizeof *values; v += 7)
                    printf(format, values[v]);
                putchar('\n');
            }
    for (int i = 0; i < 150; i++) {
        double d = any_double();
        printf("%.17g %e %a %.3f\n", d, d, d, fmod(d, 1e6));
        long double l = (long double)d * 1.000000000000000001L;
        printf("%.20Lg %Le %La\n", l, l, l);
    }
    for (double d = 0.5; d < 40; d += 1)
        printf("%.0f %.0e %.1f %g\n", d, d, d / 8, d * 1e5);
    printf("%Lf %Lg %La %Le\n", LDBL_MAX, LDBL_MIN, 1.0L, LDBL_EPSILON);
    return 0;
}
