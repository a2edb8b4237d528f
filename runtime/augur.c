/* <augur.h> and the names of the SV-COMP rules: choices, assumptions, errors.
 *
 * __VERIFIER_atomic_begin and _end are not here: an atomic section belongs to
 * the frame that opens it, so the loader turns these two into the traps. */
#include <augur.h>
#include <augur/traps.h>
#include <limits.h>

/* posix: reach_error
 * explored: a violation, as the rules of SV-COMP have it.
 * tests: choice/reach_error.c choice/reach_error_ok.c */

enum { CHOICE_MAX = 1 << 16 };

int augur_choice(int n)
{
    if (n <= 0)
        __augur_prune();
    if (n > CHOICE_MAX)
        __augur_unsupported("augur_choice: a choice among more than 65536 values");
    return __divine_choice(n);
}

int augur_range(int low, int high)
{
    long width = (long)high - low + 1;
    if (width > CHOICE_MAX)
        __augur_unsupported("augur_range: a choice among more than 65536 values");
    return width <= 0 ? augur_choice(0) : low + augur_choice((int)width);
}

void augur_assume(int condition)
{
    if (!condition)
        __augur_prune();
}

void __VERIFIER_assume(int condition) { augur_assume(condition); }

void __VERIFIER_error(void)
{
    __augur_problem(AUGUR_ASSERT, "__VERIFIER_error was called");
}

void reach_error(void) { __augur_problem(AUGUR_ASSERT, "reach_error was called"); }

void __VERIFIER_assert(int condition)
{
    if (!condition)
        __augur_problem(AUGUR_ASSERT, "__VERIFIER_assert: the condition is false");
}

/* ---- nondeterministic values ------------------------------------------ */

_Bool __VERIFIER_nondet_bool(void) { return __divine_choice(2); }
_Bool __VERIFIER_nondet__Bool(void) { return __divine_choice(2); }
char __VERIFIER_nondet_char(void) { return (char)(__divine_choice(256) + CHAR_MIN); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)__divine_choice(256); }
signed char __VERIFIER_nondet_schar(void) { return (signed char)(__divine_choice(256) - 128); }
signed char __VERIFIER_nondet_s8(void) { return __VERIFIER_nondet_schar(); }
unsigned char __VERIFIER_nondet_u8(void) { return (unsigned char)__divine_choice(256); }

/* A wider choice is refused, never cut down to some of its values. */
#define TOO_WIDE(type, name, count)                                               \
    type __VERIFIER_nondet_##name(void)                                           \
    {                                                                             \
        __augur_unsupported("__VERIFIER_nondet_" #name ": a choice among " count  \
                            "; use augur_range(low, high) from <augur.h> instead"); \
    }
TOO_WIDE(short, short, "2^16 values")
TOO_WIDE(unsigned short, ushort, "2^16 values")
TOO_WIDE(unsigned short, u16, "2^16 values")
TOO_WIDE(short, s16, "2^16 values")
TOO_WIDE(int, s32, "2^32 values")
TOO_WIDE(long long, s64, "2^64 values")
TOO_WIDE(int, int, "2^32 values")
TOO_WIDE(unsigned, uint, "2^32 values")
TOO_WIDE(unsigned, unsigned, "2^32 values")
TOO_WIDE(unsigned, u32, "2^32 values")
TOO_WIDE(long, long, "2^64 values")
TOO_WIDE(unsigned long, ulong, "2^64 values")
TOO_WIDE(long long, longlong, "2^64 values")
TOO_WIDE(unsigned long long, ulonglong, "2^64 values")
TOO_WIDE(unsigned long, size_t, "2^64 values")
TOO_WIDE(unsigned long long, u64, "2^64 values")
TOO_WIDE(long, loff_t, "2^64 values")
TOO_WIDE(unsigned long, sector_t, "2^64 values")
TOO_WIDE(unsigned long, pthread_t, "2^64 values")
TOO_WIDE(__int128, int128, "2^128 values")
TOO_WIDE(unsigned __int128, uint128, "2^128 values")
TOO_WIDE(unsigned __int128, u128, "2^128 values")
TOO_WIDE(float, float, "2^32 values")
TOO_WIDE(double, double, "2^64 values")
TOO_WIDE(void *, pointer, "all pointers")
TOO_WIDE(char *, pchar, "all pointers")
TOO_WIDE(char *, charp, "all pointers")
TOO_WIDE(const char *, const_char_pointer, "all pointers")
TOO_WIDE(int, time32_t, "2^32 values")
