//@ expect: safe
// Rounding is to nearest, and may be set to that.
#include <assert.h>
#include <fenv.h>

int main(void)
{
    fenv_t saved;
    assert(fegetround() == FE_TONEAREST && fesetround(FE_TONEAREST) == 0);
    assert(fegetenv(&saved) == 0 && fesetenv(&saved) == 0);
    assert(feclearexcept(FE_ALL_EXCEPT) == 0);
    return 0;
}
