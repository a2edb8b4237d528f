/* <stdlib.h>: random numbers, the same as glibc draws. A generator's table is part
 * of the state: a program that draws for ever has as many states as it. */
#include "file.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

/* ---- random: an additive generator ------------------------------------ */

/* By the size of the table: words in use, distance of the two places that are
 * added. The first word before them says which, and where one was. */
static const struct kind {
    short bytes, degree, separation;
} kinds[] = { { 8, 0, 0 }, { 32, 7, 3 }, { 64, 15, 1 }, { 128, 31, 3 }, { 256, 63, 1 } };
enum { KINDS = sizeof kinds / sizeof *kinds, DISCARDED = 10 };

static int refuse(void)
{
    errno = EINVAL;
    return -1;
}

/* With --random explore a draw is a choice, whatever the seed: the least numbers,
 * which tell all rests of small divisors, and as many others all over the range,
 * the greatest among them. */
enum { DRAWS = 16 };

static int explores(void) { return __augur_fault_enabled(AUGUR_EXPLORE_RANDOM); }

static uint64_t draw(uint64_t max)
{
    uint64_t n = (uint64_t)__divine_choice(2 * DRAWS);
    return n < DRAWS ? n : max - (max / DRAWS) * (2 * DRAWS - 1 - n);
}

int random_r(struct random_data *restrict data, int32_t *restrict result)
{
    if (explores()) {
        *result = (int32_t)draw(0x7fffffff);
        return 0;
    }
    if (data->rand_type == 0) {
        data->state[0] = (int32_t)(((uint32_t)data->state[0] * 1103515245u + 12345u) & 0x7fffffff);
        *result = data->state[0];
        return 0;
    }
    uint32_t sum = (uint32_t)*data->fptr + (uint32_t)*data->rptr;
    *data->fptr = (int32_t)sum;
    *result = (int32_t)(sum >> 1);
    if (++data->fptr == data->end_ptr)
        data->fptr = data->state;
    if (++data->rptr == data->end_ptr)
        data->rptr = data->state;
    return 0;
}

int srandom_r(unsigned seed, struct random_data *data)
{
    if (data->rand_type < 0 || data->rand_type >= KINDS)
        return -1;
    int32_t word = seed ? (int32_t)seed : 1;
    data->state[0] = word;
    if (data->rand_type == 0)
        return 0;
    for (int i = 1; i < data->rand_deg; i++) {
        /* 16807 * word mod 2^31 - 1, without overflow */
        word = 16807 * (word % 127773) - 2836 * (word / 127773);
        if (word < 0)
            word += 2147483647;
        data->state[i] = word;
    }
    data->fptr = data->state + data->rand_sep;
    data->rptr = data->state;
    for (int i = 0; i < DISCARDED * data->rand_deg; i++) {
        int32_t unused;
        random_r(data, &unused);
    }
    return 0;
}

static void remember_place(struct random_data *data)
{
    if (data->state)
        data->state[-1] = data->rand_type == 0
                              ? 0
                              : (int32_t)(KINDS * (data->rptr - data->state)) + data->rand_type;
}

static void use(struct random_data *data, int32_t *table, int kind)
{
    data->rand_type = kind;
    data->rand_deg = kinds[kind].degree;
    data->rand_sep = kinds[kind].separation;
    data->state = table + 1;
    data->end_ptr = data->state + data->rand_deg;
}

int initstate_r(unsigned seed, char *restrict table, size_t size,
                struct random_data *restrict data)
{
    if (size < (size_t)kinds[0].bytes)
        return refuse();
    int kind = KINDS - 1;
    while ((size_t)kinds[kind].bytes > size)
        kind--;
    remember_place(data);
    use(data, (int32_t *)table, kind);
    srandom_r(seed, data);
    remember_place(data);
    return 0;
}

int setstate_r(char *restrict table, struct random_data *restrict data)
{
    int32_t *words = (int32_t *)table;
    int kind = words[0] % KINDS, place = words[0] / KINDS;
    remember_place(data);
    if (kind < 0)
        return refuse();
    use(data, words, kind);
    if (kind) {
        data->rptr = data->state + place;
        data->fptr = data->state + (place + data->rand_sep) % data->rand_deg;
    }
    return 0;
}

static int32_t own_table[32];
static struct random_data own;

static void prepare(void)
{
    if (!own.state)
        initstate_r(1, (char *)own_table, sizeof own_table, &own);
}

static MASKED long next(void)
{
    __divine_interrupt_mask();
    int32_t result;
    prepare();
    random_r(&own, &result);
    return result;
}

long random(void) { return explores() ? (long)draw(0x7fffffff) : next(); }

MASKED void srandom(unsigned seed)
{
    __divine_interrupt_mask();
    if (!own.state)
        use(&own, own_table, 3);
    srandom_r(seed, &own);
}

MASKED char *initstate(unsigned seed, char *table, size_t size)
{
    __divine_interrupt_mask();
    prepare();
    char *old = (char *)(own.state - 1);
    return initstate_r(seed, table, size, &own) ? NULL : old;
}

MASKED char *setstate(char *table)
{
    __divine_interrupt_mask();
    prepare();
    char *old = (char *)(own.state - 1);
    return setstate_r(table, &own) ? NULL : old;
}

int rand(void) { return (int)random(); }
void srand(unsigned seed) { srandom(seed); }

int rand_r(unsigned *seed)
{
    unsigned next = *seed, result = 0;
    if (explores())
        return (int)draw(0x7fffffff);
    for (int i = 0; i < 3; i++) {
        next = next * 1103515245u + 12345u;
        result = result << (i ? 10 : 0) ^ (next >> 16) % (i ? 1024 : 2048);
    }
    *seed = next;
    return (int)result;
}

/* posix: drand48 lrand48 mrand48 erand48 nrand48 jrand48 srand48 seed48 lcong48
 * explored: the numbers that POSIX lays down, or with --random explore any of 32; two threads that
 *   use the hidden sequence at once race.
 * accesses: r and w the hidden sequence (erand48, nrand48, jrand48: r its parameters, r and w the
 *   caller's); r the seed or the parameters.
 * tests: data-race/hidden_sequence.c data-race/hidden_sequence_ok.c races:erand48 races:nrand48
 *   races:seed48 races:both_drand48 races:both_lrand48_srand48 races:both_mrand48
 *   races:both_lcong48_erand48 */

/* posix: drand48_r lrand48_r mrand48_r erand48_r nrand48_r jrand48_r srand48_r seed48_r lcong48_r
 * explored: as those without _r, with a sequence of the caller's.
 * accesses: r and w the sequence, w the result.
 * tests: races:drand48_r data-race/hidden_sequence_ok.c */

/* posix: rand srand random srandom initstate setstate
 * explored: the numbers that glibc draws from the seed, or with --random explore any of 32 at each
 *   call. Each call is one action, as glibc has a lock for them.
 * left out: POSIX lets rand race; it does not here, nor in glibc.
 * accesses: w the table that initstate and setstate are given.
 * tests: choice/random_*.c races:initstate data-race/hidden_sequence_ok.c */

/* posix: arc4random_uniform
 * explored: every number below the bound.
 * left out: bounds above 1024 (`unsupported`).
 * accesses: none that race.
 * tests: choice/random_*.c libc/random_choice_ok.c */

/* posix: rand_r random_r srandom_r initstate_r setstate_r
 * explored: as random, with a state of the caller's.
 * accesses: r and w the state, w the result.
 * tests: races:rand_r races:random_r */

/* ---- rand48: laid down by POSIX to the last bit ------------------------ */

enum { SHORTS = 3 };
static struct drand48_data own48;

static void set48(unsigned short to[SHORTS], uint64_t value)
{
    for (int i = 0; i < SHORTS; i++)
        to[i] = (unsigned short)(value >> 16 * i);
}

static void reset48(struct drand48_data *data)
{
    data->__a = 0x5deece66d;
    data->__c = 11;
    data->__init = 1;
}

static uint64_t step48(unsigned short x[SHORTS], struct drand48_data *data)
{
    /* The high bits are those that are used. */
    if (explores())
        return draw(0x7fffffff) << 17;
    if (!data->__init)
        reset48(data);
    uint64_t value = x[0] | (uint64_t)x[1] << 16 | (uint64_t)x[2] << 32;
    value = (value * data->__a + data->__c) & 0xffffffffffff;
    set48(x, value);
    return value;
}

int erand48_r(unsigned short x[SHORTS], struct drand48_data *data, double *result)
{
    *result = (double)step48(x, data) * 0x1p-48;
    return 0;
}

int nrand48_r(unsigned short x[SHORTS], struct drand48_data *data, long *result)
{
    *result = (long)(step48(x, data) >> 17);
    return 0;
}

int jrand48_r(unsigned short x[SHORTS], struct drand48_data *data, long *result)
{
    *result = (int)(step48(x, data) >> 16);
    return 0;
}

int drand48_r(struct drand48_data *data, double *result) { return erand48_r(data->__x, data, result); }
int lrand48_r(struct drand48_data *data, long *result) { return nrand48_r(data->__x, data, result); }
int mrand48_r(struct drand48_data *data, long *result) { return jrand48_r(data->__x, data, result); }

int srand48_r(long seed, struct drand48_data *data)
{
    set48(data->__x, (uint64_t)(uint32_t)seed << 16 | 0x330e);
    reset48(data);
    return 0;
}

int seed48_r(unsigned short x[SHORTS], struct drand48_data *data)
{
    for (int i = 0; i < SHORTS; i++) {
        data->__old_x[i] = data->__x[i];
        data->__x[i] = x[i];
    }
    reset48(data);
    return 0;
}

int lcong48_r(unsigned short parameters[7], struct drand48_data *data)
{
    for (int i = 0; i < SHORTS; i++)
        data->__x[i] = parameters[i];
    data->__a = parameters[3] | (uint64_t)parameters[4] << 16 | (uint64_t)parameters[5] << 32;
    data->__c = parameters[6];
    data->__init = 1;
    return 0;
}

static inline void touch48(int how) { __augur_touch(&own48, sizeof own48, how); }

/* POSIX lets none of these be called by two threads at once. Numbers of a sequence of
 * the caller's own need the parameters of ours. */
#define DRAW(name, type, parameters, call, how) \
    MASKED type name parameters                 \
    {                                           \
        __divine_interrupt_mask();              \
        touch48(how);                           \
        type result;                            \
        call;                                   \
        return result;                          \
    }
DRAW(drand48, double, (void), drand48_r(&own48, &result), AUGUR_WRITES)
DRAW(lrand48, long, (void), lrand48_r(&own48, &result), AUGUR_WRITES)
DRAW(mrand48, long, (void), mrand48_r(&own48, &result), AUGUR_WRITES)
DRAW(erand48, double, (unsigned short x[SHORTS]), erand48_r(x, &own48, &result), AUGUR_READS)
DRAW(nrand48, long, (unsigned short x[SHORTS]), nrand48_r(x, &own48, &result), AUGUR_READS)
DRAW(jrand48, long, (unsigned short x[SHORTS]), jrand48_r(x, &own48, &result), AUGUR_READS)

MASKED void srand48(long seed)
{
    __divine_interrupt_mask();
    touch48(AUGUR_WRITES);
    srand48_r(seed, &own48);
}

MASKED unsigned short *seed48(unsigned short x[SHORTS])
{
    __divine_interrupt_mask();
    touch48(AUGUR_WRITES);
    seed48_r(x, &own48);
    return own48.__old_x;
}

MASKED void lcong48(unsigned short parameters[7])
{
    __divine_interrupt_mask();
    touch48(AUGUR_WRITES);
    lcong48_r(parameters, &own48);
}

/* ---- what needs no seed: arc4random, getrandom, /dev/urandom ------------ */

static uint64_t drawn;    /* how many words of the sequence */

/* Word n of a sequence that looks random: the finaliser of splitmix64. */
static uint64_t word_of(uint64_t n)
{
    uint64_t word = (n + 1) * 0x9e3779b97f4a7c15;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
}

void augur_random_bytes(char *bytes, size_t size)
{
    uint64_t chosen = explores() ? draw(UINT32_MAX) : 0;
    for (size_t i = 0; i < size; i += sizeof(uint32_t)) {
        uint32_t word = (uint32_t)(!explores() ? word_of(drawn++) : i ? word_of(chosen + i) : chosen);
        size_t rest = size - i;
        __builtin_memcpy(bytes + i, &word, rest < sizeof word ? rest : sizeof word);
    }
}

/* posix: arc4random arc4random_buf getentropy getrandom
 * explored: numbers of a sequence that is always the same, or with --random explore any of 32 for the
 *   first four bytes of each call, on which the others depend. Each call is one action.
 * left out: all other numbers; getrandom that fails or is interrupted.
 * accesses: w the result.
 * tests: choice/random_device*.cpp libc/entropy_ok.c races:getentropy */
static MASKED void fill(void *bytes, size_t size)
{
    __divine_interrupt_mask();
    augur_random_bytes(bytes, size);
}

static void give(void *bytes, size_t size)
{
    fill(bytes, size);
    if (size)
        augur_writes(bytes, size);
}

uint32_t arc4random(void)
{
    uint32_t word;
    fill(&word, sizeof word);
    return word;
}

void arc4random_buf(void *bytes, size_t size) { give(bytes, size); }

int getentropy(void *bytes, size_t size)
{
    enum { MOST = 256 };
    if (size > MOST) {
        errno = EIO;
        return -1;
    }
    give(bytes, size);
    return 0;
}

ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
    if (flags & ~(unsigned)(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE))
        return refuse();
    give(bytes, size);
    return (ssize_t)size;
}

/* ---- arc4random: any number may come, so it is a choice ---------------- */

enum { CHOICE_MAX = 1024 };

uint32_t arc4random_uniform(uint32_t bound)
{
    if (bound > CHOICE_MAX)
        __augur_unsupported("arc4random_uniform with more than 1024 values: each would be a "
                            "way to go on; let the program draw from fewer");
    return bound < 2 ? 0 : (uint32_t)__divine_choice((int)bound);
}
