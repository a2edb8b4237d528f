/* What a program may say to the checker that runs it. */
#ifndef AUGUR_H
#define AUGUR_H

#ifdef __cplusplus
extern "C" {
#define AUGUR_NORETURN [[noreturn]]
#define AUGUR_BOOL bool
#else
#define AUGUR_NORETURN _Noreturn
#define AUGUR_BOOL _Bool
#endif

/* Explores every value 0 … n-1; with n <= 0 the execution does not count. */
int augur_choice(int n);

/* Explores every value from low to high, both included. */
int augur_range(int low, int high);

/* Executions in which the condition is false do not count. */
void augur_assume(int condition);

/* ---- for harnesses ---------------------------------------------------- */

/* Starts so many threads, which call function(0), function(1) …, and joins them. */
void augur_run_threads(int count, void (*function)(int index));

/* Calls each of the functions once, in every order: AUGUR_ANY_ORDER(put, get, close_it). */
void augur_any_order(int count, void (*const functions[])(void));
#ifdef __cplusplus
#define AUGUR_ANY_ORDER(...)                                           \
    do {                                                               \
        void (*const augur_functions_[])(void) = {__VA_ARGS__};        \
        augur_any_order(sizeof augur_functions_ / sizeof *augur_functions_, augur_functions_); \
    } while (0)
#else
#define AUGUR_ANY_ORDER(...)                                           \
    augur_any_order(sizeof((void (*const[])(void)){__VA_ARGS__}) / sizeof(void (*)(void)), \
                    (void (*const[])(void)){__VA_ARGS__})
#endif

/* Calls `rounds` of the functions one after the other, any of them each time. */
void augur_any_calls(int rounds, int count, void (*const functions[])(void));

/* Any bytes at all. What a byte is, is decided where something depends on it. */
void augur_bytes(void *buffer, unsigned long size);

/* Any string of less than `size` letters out of `letters`; with letters NULL, of any bytes but 0. */
void augur_string(char *buffer, unsigned long size, const char *letters);

/* One of the pointers; NULL may be among them. */
void *augur_one_of(int count, void *const pointers[]);

/* An atomic section: no other thread runs between the two. It belongs to the
 * function that opens it and ends at the latest when that function returns. */
void __divine_interrupt_mask(void);
void __divine_interrupt_unmask(void);

/* A point where other threads may run. */
void __divine_interrupt(void);

/* A proposition for --ltl and --invariant, by name: it holds while any thread is between
 * here and the end of the block that this stands in, however the block is left. */
#define AUGUR_AP(name)                                                                   \
    static __attribute__((used)) int augur_ap_##name;                                    \
    __attribute__((cleanup(augur_leave_ap_), unused)) int *augur_at_ap_##name =          \
        augur_enter_ap_(&augur_ap_##name)

int *augur_enter_ap_(int *count);
void augur_leave_ap_(int **count);

/* The same by number, 0 to 63, and for a moment only: `ap3` holds between this and the
 * thread's next step. */
void __divine_ap(int which);

/* ---- names of the SV-COMP rules ---------------------------------------
 *
 * A function whose own name begins with __VERIFIER_atomic_ runs without
 * interruption. In a function named assume_abort_if_not, abort() gives the
 * execution up like an assumption. */

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_assert(int condition);
AUGUR_NORETURN void __VERIFIER_error(void);
AUGUR_NORETURN void reach_error(void);

AUGUR_BOOL __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
signed char __VERIFIER_nondet_s8(void);
unsigned char __VERIFIER_nondet_u8(void);

/* Wider ones work where the program only compares the number with constants, or
 * only takes its remainder by one. Reaching any other is `unsupported`, since the
 * choice is too wide: use augur_range. */
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned __VERIFIER_nondet_unsigned(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
short __VERIFIER_nondet_s16(void);
unsigned short __VERIFIER_nondet_u16(void);
int __VERIFIER_nondet_s32(void);
unsigned __VERIFIER_nondet_u32(void);
long long __VERIFIER_nondet_s64(void);
unsigned long long __VERIFIER_nondet_u64(void);
__int128 __VERIFIER_nondet_int128(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);
unsigned __int128 __VERIFIER_nondet_u128(void);
unsigned long __VERIFIER_nondet_size_t(void);
long __VERIFIER_nondet_loff_t(void);
unsigned long __VERIFIER_nondet_sector_t(void);
unsigned long __VERIFIER_nondet_pthread_t(void);
int __VERIFIER_nondet_time32_t(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void *__VERIFIER_nondet_pointer(void);
char *__VERIFIER_nondet_pchar(void);
char *__VERIFIER_nondet_charp(void);
const char *__VERIFIER_nondet_const_char_pointer(void);

#undef AUGUR_NORETURN
#undef AUGUR_BOOL
#ifdef __cplusplus
}
#endif
#endif
