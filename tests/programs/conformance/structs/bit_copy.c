// __builtin_bit_cast-like copies between structs, integers and floats.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct rgba { uint8_t r, g, b, a; };
#define CAST(to, x) ({ to t_; typeof(x) x_ = (x); _Static_assert(sizeof t_ == sizeof x_, ""); memcpy(&t_, &x_, sizeof t_); t_; })

int main(void)
{
    struct rgba c = { 1, 2, 3, 255 };
    uint32_t n = CAST(uint32_t, c);
    struct rgba d = CAST(struct rgba, n >> 8);
    printf("%x %d %d %d %d\n", n, d.r, d.g, d.b, d.a);
    printf("%lx %x %g\n", CAST(long, 1.0), CAST(unsigned, -0.5f), CAST(double, 0x4000000000000000L));
    return 0;
}
