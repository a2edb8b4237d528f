/* <fenv.h>: rounding is to nearest, always. Does not model the exception flags:
 * asking for one is `unsupported` when reached, and so is another rounding. */
#include "libc.h"
#include <fenv.h>
#include <string.h>

/* posix: others
 * explored: rounding to nearest, which may be set and is told.
 * left out: other roundings, and the flags of exceptions (`unsupported`).
 * accesses: w the environment that is saved.
 * tests: math/rounding.c math/rounding_nearest_ok.c */

static _Noreturn void no_flags(void)
{
    __augur_unsupported("the flags of floating-point exceptions");
}

int fegetround(void) { return FE_TONEAREST; }

int fesetround(int mode)
{
    if (mode != FE_TONEAREST)
        __augur_unsupported("another rounding mode than to nearest");
    return 0;
}

int feclearexcept(int which) { return (void)which, 0; }
int feraiseexcept(int which) { return (void)which, 0; }
int feenableexcept(int which) { return which ? -1 : 0; }
int fedisableexcept(int which) { return (void)which, 0; }
int fegetexcept(void) { return 0; }

int fetestexcept(int which)
{
    if (which & FE_ALL_EXCEPT)
        no_flags();
    return 0;
}

int fegetexceptflag(fexcept_t *flags, int which) { return (void)flags, (void)which, no_flags(), 0; }
int fesetexceptflag(const fexcept_t *flags, int which)
{
    return (void)flags, (void)which, 0;
}

/* An environment that is saved and set again is the one there is. */
int fegetenv(fenv_t *env) { return memset(env, 0, sizeof *env), 0; }
int feholdexcept(fenv_t *env) { return fegetenv(env); }
int fesetenv(const fenv_t *env) { return (void)env, 0; }
int feupdateenv(const fenv_t *env) { return (void)env, 0; }
