//@ expect: unsupported
//@ native: no
/* Other rounding modes are not modelled. */
#include <fenv.h>

int main(void)
{
    if (fegetround() != FE_TONEAREST || fesetround(FE_TONEAREST))
        return 1;
    return fesetround(FE_UPWARD);
}
