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

int *augur_enter_ap_(int *count)
{
    __atomic_fetch_add(count, 1, __ATOMIC_SEQ_CST);
    return count;
}

void augur_leave_ap_(int **count) { __atomic_fetch_sub(*count, 1, __ATOMIC_SEQ_CST); }

enum { NUMBERED_MAX = 64 };

/* How many threads are at each proposition; the checker knows it by its name. */
int __augur_ap_numbers[NUMBERED_MAX];

void __divine_ap(int which)
{
    if (which < 0 || which >= NUMBERED_MAX)
        __augur_unsupported("__divine_ap: a number that is not between 0 and 63");
    __atomic_fetch_add(&__augur_ap_numbers[which], 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_sub(&__augur_ap_numbers[which], 1, __ATOMIC_SEQ_CST);
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

/* A wider one is not chosen here but where something other than a comparison needs it, and refused if there
 * are too many values left then. A pointer is any number, and no pointer to anything. */
#define UNKNOWN(type, name) \
    type __VERIFIER_nondet_##name(void) { return (type)__augur_unknown(8 * sizeof(type), (type)-1 < (type)1); }
UNKNOWN(char, char)
UNKNOWN(unsigned char, uchar)
UNKNOWN(signed char, schar)
UNKNOWN(signed char, s8)
UNKNOWN(unsigned char, u8)
UNKNOWN(short, short)
UNKNOWN(unsigned short, ushort)
UNKNOWN(unsigned short, u16)
UNKNOWN(short, s16)
UNKNOWN(int, s32)
UNKNOWN(long long, s64)
UNKNOWN(int, int)
UNKNOWN(unsigned, uint)
UNKNOWN(unsigned, unsigned)
UNKNOWN(unsigned, u32)
UNKNOWN(long, long)
UNKNOWN(unsigned long, ulong)
UNKNOWN(long long, longlong)
UNKNOWN(unsigned long long, ulonglong)
UNKNOWN(unsigned long, size_t)
UNKNOWN(unsigned long long, u64)
UNKNOWN(long, loff_t)
UNKNOWN(unsigned long, sector_t)
UNKNOWN(unsigned long, pthread_t)
UNKNOWN(int, time32_t)
UNKNOWN(void *, pointer)
UNKNOWN(char *, pchar)
UNKNOWN(char *, charp)
UNKNOWN(const char *, const_char_pointer)

/* Those that no register holds, and those that no integer is, are put together in memory. */
#define UNKNOWN_BYTES(type, name)                          \
    type __VERIFIER_nondet_##name(void)                    \
    {                                                      \
        union {                                            \
            unsigned char bytes[sizeof(type)];             \
            unsigned words[sizeof(type) / 4];              \
            type value;                                    \
        } any;                                             \
        for (unsigned i = 0; i < sizeof(type) / 4; i++)    \
            any.words[i] = (unsigned)__augur_unknown(32, 0);  \
        return any.value;                                  \
    }
void __VERIFIER_nondet_memory(void *memory, unsigned long size) { augur_bytes(memory, size); }
UNKNOWN_BYTES(__int128, int128)
UNKNOWN_BYTES(unsigned __int128, uint128)
UNKNOWN_BYTES(unsigned __int128, u128)
UNKNOWN_BYTES(float, float)
UNKNOWN_BYTES(double, double)
