//@ expect: safe
/* Complex arithmetic and <complex.h>. */
#include <complex.h>
#include <stdio.h>

static volatile double a = 1.5, b = -2.25;

static void show(const char *name, double complex z) { printf("%s %a %a\n", name, creal(z), cimag(z)); }

int main(void)
{
    double complex z = a + b * I, w = b + a * I;
    float complex f = (float)a + (float)b * I;
    long double complex l = (long double)a + (long double)b * I;
    show("mul", z * w);
    show("div", z / w);
    show("exp", cexp(z));
    show("log", clog(z));
    show("sqrt", csqrt(z));
    show("pow", cpow(z, w));
    show("sin", csin(z));
    show("conj", conj(z));
    show("fmul", f * f);
    show("fdiv", f / (f + 1));
    show("fexp", cexpf(f));
    show("lmul", (double complex)(l * l));
    show("ldiv", (double complex)(l / (l - 3)));
    show("lsqrt", (double complex)csqrtl(l));
    printf("%a %a %a\n", cabs(z), carg(z), (double)cabsf(f));
    show("infinite", (z * 1e308) * (w * 1e308));
    return 0;
}
