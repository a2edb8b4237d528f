//@ expect: safe
//@ output: native
//@ needs: musl
// Reading floating point, exact to the last bit in all three precisions.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void show(const char *text)
{
    char *end;
    errno = 0;
    double d = strtod(text, &end);
    printf("%s: %a %td %d", text, d, end - text, errno);
    errno = 0;
    float f = strtof(text, &end);
    printf(" %a %td %d", f, end - text, errno);
    errno = 0;
    long double l = strtold(text, &end);
    printf(" %La %td %d\n", l, end - text, errno);
}

static uint64_t state = 42;

static unsigned any(unsigned bound)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % bound;
}

int main(void)
{
    const char *volatile texts[] = {
        "", ".", "-", "0", "-0.0", "1", ".5", "5.", "1e", "1e+", "1e5", "1E-5x", "inf", "-INFINITY", "infi", "nan",
        "nan(12)", "-nan(", "0x", "0x.p1", "0x1.8p1", "0x1p-1074", "0x1.fffffffffffff8p0", "1e308", "1.8e308",
        "2.2250738585072011e-308", "2.2250738585072014e-308", "4.9e-324", "2.4e-324", "2.5e-324", "1e-400", "1e400",
        "9007199254740993", "9007199254740992.999999999999", "0.1", "0.30000000000000004", "123456789012345678901234567890",
        "1.7976931348623158e308", "1.7976931348623159e308", "3.4028235e38", "3.4028236e38", "1.4e-45", "0.7e-45",
        "1.00000005960464477539062500000000000000000000000000001", "  +3.25abc", "1..2", "1e5.5", "0e999999999",
        "8.5e15", "1e23", "1e22", "6.631236846766476e-316",
    };
    for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++)
        show(texts[t]);
    for (int i = 0; i < 250; i++) {
        char buffer[64];
        int digits = 1 + (int)any(30), used = 0;
        for (int k = 0; k < digits; k++) {
            buffer[used++] = (char)('0' + any(10));
            if (k == digits / 2)
                buffer[used++] = '.';
        }
        sprintf(buffer + used, "e%d", (int)any(700) - 350);
        show(buffer);
    }
    wchar_t *end;
    const wchar_t *wide = L"  2.5e3tail";
    double d = wcstod(wide, &end);
    printf("%g %td %Lg %g\n", d, end - wide, wcstold(L"0x10", NULL), atof("12.5"));
    return 0;
}
