/* What compilers call for atomic objects that no instruction covers (libatomic):
 * the generic functions with a size, and those for 16 bytes. Each is one atomic
 * section, and one action. The names are the compiler's own, so they are given as labels. */
#include <augur/thread.h>

#define NAMED(label) __asm__(label)

typedef unsigned long word __attribute__((may_alias));

/* Compares word by word where it can, so that pointers are compared as such. */
static int same(const char *a, const char *b, size_t size)
{
    if (size % sizeof(word) == 0)
        while (size && *(const word *)a == *(const word *)b) {
            a += sizeof(word);
            b += sizeof(word);
            size -= sizeof(word);
        }
    while (size && *a == *b) {
        a++;
        b++;
        size--;
    }
    return size == 0;
}

/* Plain accesses of others to an atomic object race with these as with any atomic access;
 * what else a call reads or writes is plain. */
static inline void touch_object(const void *object, size_t size, int how)
{
    __augur_touch(object, size, how | AUGUR_ATOMICALLY);
}

static MASKED void load(size_t size, const void *from, void *to)
{
    __divine_interrupt_mask();
    touch_object(from, size, AUGUR_READS);
    __divine_memcpy(to, from, size);
}

void augur_load(size_t size, const void *from, void *to, int order) NAMED("__atomic_load");
void augur_load(size_t size, const void *from, void *to, int order)
{
    (void)order;
    load(size, from, to);
    __augur_touch(to, size, AUGUR_WRITES);
}

static MASKED void store(size_t size, void *to, const void *from)
{
    __divine_interrupt_mask();
    touch_object(to, size, AUGUR_WRITES);
    __divine_memcpy(to, from, size);
}

void augur_store(size_t size, void *to, const void *from, int order) NAMED("__atomic_store");
void augur_store(size_t size, void *to, const void *from, int order)
{
    (void)order;
    __augur_touch(from, size, AUGUR_READS);
    store(size, to, from);
}

static MASKED void exchange(size_t size, void *object, const void *value, void *old)
{
    __divine_interrupt_mask();
    touch_object(object, size, AUGUR_WRITES);
    __divine_memcpy(old, object, size);
    __divine_memcpy(object, value, size);
}

void augur_exchange(size_t size, void *object, const void *value, void *old, int order)
    NAMED("__atomic_exchange");
void augur_exchange(size_t size, void *object, const void *value, void *old, int order)
{
    (void)order;
    __augur_touch(value, size, AUGUR_READS);
    exchange(size, object, value, old);
    __augur_touch(old, size, AUGUR_WRITES);
}

static MASKED _Bool compare_exchange(size_t size, void *object, void *expected,
                                     const void *desired)
{
    __divine_interrupt_mask();
    touch_object(object, size, AUGUR_READS);
    int equal = same(object, expected, size);
    if (equal) {
        touch_object(object, size, AUGUR_WRITES);
        __divine_memcpy(object, desired, size);
    } else
        __divine_memcpy(expected, object, size);
    return equal;
}

_Bool augur_compare_exchange(size_t size, void *object, void *expected, const void *desired,
                             int success, int failure) NAMED("__atomic_compare_exchange");
_Bool augur_compare_exchange(size_t size, void *object, void *expected, const void *desired,
                             int success, int failure)
{
    (void)success, (void)failure;
    __augur_touch(desired, size, AUGUR_READS);
    __augur_touch(expected, size, AUGUR_READS);
    _Bool equal = compare_exchange(size, object, expected, desired);
    if (!equal)
        __augur_touch(expected, size, AUGUR_WRITES);
    return equal;
}

_Bool augur_is_lock_free(size_t size, const void *object) NAMED("__atomic_is_lock_free");
_Bool augur_is_lock_free(size_t size, const void *object)
{
    (void)object;
    return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

/* ---- 16 bytes --------------------------------------------------------- */

typedef unsigned __int128 wide;

wide augur_load_16(const wide *from, int order) NAMED("__atomic_load_16");
MASKED wide augur_load_16(const wide *from, int order)
{
    __divine_interrupt_mask();
    (void)order;
    touch_object(from, sizeof *from, AUGUR_READS);
    return *from;
}

void augur_store_16(wide *to, wide value, int order) NAMED("__atomic_store_16");
MASKED void augur_store_16(wide *to, wide value, int order)
{
    __divine_interrupt_mask();
    (void)order;
    touch_object(to, sizeof *to, AUGUR_WRITES);
    *to = value;
}

_Bool augur_compare_exchange_16(wide *object, wide *expected, wide desired, int success,
                                int failure) NAMED("__atomic_compare_exchange_16");
MASKED _Bool augur_compare_exchange_16(wide *object, wide *expected, wide desired, int success,
                                       int failure)
{
    __divine_interrupt_mask();
    (void)success, (void)failure;
    touch_object(object, sizeof *object, AUGUR_WRITES);
    wide value = *object;
    if (value == *expected) {
        *object = desired;
        return 1;
    }
    *expected = value;
    return 0;
}

/* Read, change, write back; the old value is the result. */
#define UPDATE(name, label, change)                        \
    wide name(wide *object, wide value, int order) NAMED(label); \
    MASKED wide name(wide *object, wide value, int order)  \
    {                                                      \
        __divine_interrupt_mask();                         \
        (void)order;                                       \
        touch_object(object, sizeof *object, AUGUR_WRITES); \
        wide old = *object;                                \
        *object = change;                                  \
        return old;                                        \
    }
UPDATE(augur_exchange_16, "__atomic_exchange_16", value)
UPDATE(augur_fetch_add_16, "__atomic_fetch_add_16", old + value)
UPDATE(augur_fetch_sub_16, "__atomic_fetch_sub_16", old - value)
UPDATE(augur_fetch_and_16, "__atomic_fetch_and_16", old & value)
UPDATE(augur_fetch_or_16, "__atomic_fetch_or_16", old | value)
UPDATE(augur_fetch_xor_16, "__atomic_fetch_xor_16", old ^ value)
UPDATE(augur_fetch_nand_16, "__atomic_fetch_nand_16", ~(old & value))

/* libstdc++ asks whether it may do without atomics; never here. */
const char augur_single_threaded NAMED("__libc_single_threaded") = 0;
