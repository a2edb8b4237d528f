// Fixed-point arithmetic in 16.16 and rounding.
#include <stdint.h>
#include <stdio.h>

typedef int32_t fix;
static fix mul(fix a, fix b) { return (fix)((int64_t)a * b >> 16); }
static fix div_(fix a, fix b) { return (fix)(((int64_t)a << 16) / b); }
static fix root(fix x) { if (!x) return 0; fix r = x > 65536 ? x : 65536; for (int i = 0; i < 20; i++) r = (r + div_(x, r)) / 2; return r; }
static fix sine(fix x) { fix x2 = mul(x, x), t = x, s = x; for (int k = 2; k < 12; k += 2) t = -mul(t, x2) / (k * (k + 1)), s += t; return s; }

int main(void)
{
    for (fix x = -3 * 32768; x <= 3 << 15; x += 1 << 14) printf("%d %d %d\n", sine(x), mul(x, x), root(x < 0 ? -x : x));
    return 0;
}
