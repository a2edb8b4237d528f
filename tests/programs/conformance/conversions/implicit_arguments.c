// Arguments and results are converted to the declared types.
#include <stdio.h>

static unsigned char low(long n) { return n; }
static float third(int n) { return n / 3.0; }
static _Bool any(unsigned n) { return n; }
static long wide(short s) { return s; }

int main(void)
{
    printf("%d %d %a %a\n", low(300), low(-1), (double)third(1), (double)third(7.9));
    printf("%d %d %ld %ld\n", any(256), any(0), wide(70000), wide(-1.5));
    return 0;
}
