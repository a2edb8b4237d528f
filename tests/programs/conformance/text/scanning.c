// sscanf, strtol, strtod, atoi.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int a, b, n; unsigned x; char word[10], c; double d; long l;
    n = sscanf("12 -34 ff hello z 2.5", "%d %d %x %9s %c %lf", &a, &b, &x, word, &c, &d);
    printf("%d %d %d %x %s %c %g\n", n, a, b, x, word, c, d);
    n = sscanf("key=value;17", "%[a-z]=%*[^;];%ld", word, &l);
    printf("%d %s %ld\n", n, word, l);
    char *end;
    printf("%ld ", strtol("0x1fz", &end, 0)), printf("%s ", end), printf("%ld %ld\n", strtol("077", 0, 0), strtol("-zz", 0, 36));
    printf("%lu %g ", strtoul("4294967295", 0, 10), strtod("1.5e3abc", &end)), printf("%s %d %d\n", end, atoi("  42x"), atoi("x"));
    return sscanf("", "%d", &a) == EOF;
}
