//@ expect: safe
//@ output: native
//@ needs: musl
// sscanf: numbers in all bases, sets, widths, suppression, allocation, counts.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void integers(const char *text)
{
    int a = -9, b = -9, n = -9;
    int count = sscanf(text, "%d %i%n", &a, &b, &n);
    printf("%s: %d %d %d %d;", text, count, a, b, n);
    unsigned x = 9, o = 9;
    count = sscanf(text, "%3x%o", &x, &o);
    printf(" %d %x %o;", count, x, o);
    signed char c = 1;
    short s = 1;
    long l = 1;
    long long ll = 1;
    count = sscanf(text, "%2hhd%2hd%2ld%lld", &c, &s, &l, &ll);
    printf(" %d %d %d %ld %lld\n", count, c, s, l, ll);
}

static void floats(const char *text)
{
    float f = -1;
    double d = -1;
    long double l = -1;
    int n = -1, count = sscanf(text, "%f%lf%n", &f, &d, &n);
    printf("%s: %d %g %.17g %d;", text, count, f, d, n);
    count = sscanf(text, "%4Lf%*c%2lf", &l, &d);
    printf(" %d %Lg %g\n", count, l, d);
}

static void words(const char *text)
{
    char a[32] = "-", b[32] = "-", c[4] = "---", *m = NULL, *k = NULL;
    int count = sscanf(text, "%4s%31[a-z ]%2c", a, b, c);
    printf("%s: %d [%s] [%s] [%s];", text, count, a, b, c);
    count = sscanf(text, "%*[^,],%m[^;];%ms", &m, &k);
    printf(" %d [%s] [%s];", count, count > 0 ? m : "", count > 1 ? k : "");
    if (count > 0)
        free(m);
    if (count > 1)
        free(k);
    count = sscanf(text, "%[]x]%[^]-]", a, b);
    printf(" %d [%s] [%s]\n", count, a, b);
}

int main(void)
{
    static const char *const numbers[] = { "", " ", "12", "12 34", "-1 -0x1f", "+7 010", "0x 5", "99999999999 1",
                                           "abc", "1a2b", "- 3", "123456789012", "0xfg", "  \t\n5\n6" };
    static const char *const fractions[] = { "", "1 2", "1.5e3 -2.25", ".5 5.", "inf nan", "infinity -inf", "1e 2",
                                             "0x1.8p3 1", "1e400 1e-400", "infx 1", "1..2", "-.e5", "12345678.9 3",
                                             "0.1 0.1", "nan(abc) 1" };
    static const char *const texts[] = { "", "hello world", "key,value;rest of it", "x]]y]z-", "abcd efg 12", ",;",
                                         "a,b;c", "]x-" };
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        integers(numbers[i]);
    for (unsigned i = 0; i < sizeof fractions / sizeof *fractions; i++)
        floats(fractions[i]);
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        words(texts[i]);
    int a, b, count;
    void *p;
    printf("%d", sscanf("10:20", "%2$d:%1$d", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d", sscanf("50% of 7", "%d%% of %d", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d %d\n", sscanf("x", "y"), sscanf("", "y"));
    printf("%d", sscanf("0x1234", "%p", &p));
    printf(" %p\n", p);
    wchar_t wide[16];
    count = sscanf("wide text", "%ls%5lc", wide, wide + 6);
    printf("%d %ls\n", count, wide);
    for (int i = -300; i < 300; i += 7) {
        char buffer[64];
        double d = 0;
        sprintf(buffer, "%de%d", i * 7919, i);
        sscanf(buffer, "%lf", &d);
        printf("%s %.17g\n", buffer, d);
    }
    return 0;
}
