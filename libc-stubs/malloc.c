/* <malloc.h> and the memory functions of <stdlib.h>.
 *
 * A block is an object of the machine, exactly as big as asked for. Allocation
 * never fails for what fits in an address space, unless malloc faults are switched
 * on: then each call is a choice. Blocks of 2 GiB and more are `unsupported`. */
#include "libc.h"
#include <augur/fault.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

/* The user's half of the address space; more than that no machine has. */
#define BYTES_MAX ((size_t)1 << 47)
enum { ALIGN = 16 };

static void *allocate(size_t size, size_t align, int flags)
{
    if (size > BYTES_MAX || augur_fault(AUGUR_FAULT_MALLOC)) {
        errno = ENOMEM;
        return NULL;
    }
    return __augur_alloc(size, align < ALIGN ? ALIGN : align, flags);
}

/* For operator new. */
void *augur_allocate(size_t size, size_t align, int maker);
void *augur_allocate(size_t size, size_t align, int maker)
{
    return allocate(size, align, maker * AUGUR_MADE_BY);
}

void *malloc(size_t size) { return allocate(size, ALIGN, 0); }

void free(void *block) { __divine_free(block); }

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = SIZE_MAX;
    return allocate(bytes, ALIGN, AUGUR_ZEROED);
}

MASKED void *realloc(void *old, size_t size)
{
    __divine_interrupt_mask();
    if (!old)
        return allocate(size, ALIGN, 0);
    if (!size) {
        __divine_free(old);
        return NULL;
    }
    size_t old_size = __augur_object_size(old);
    void *block = allocate(size, ALIGN, 0);
    if (!block)
        return NULL;
    __divine_memcpy(block, old, old_size < size ? old_size : size);
    __augur_moved(old, block);
    return block;
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, bytes);
}

static int is_power_of_two(size_t n) { return n && !(n & (n - 1)); }

void *aligned_alloc(size_t align, size_t size)
{
    if (!is_power_of_two(align)) {
        errno = EINVAL;
        return NULL;
    }
    return allocate(size, align, 0);
}

/* posix: malloc calloc realloc reallocarray aligned_alloc posix_memalign valloc pvalloc
 * explored: blocks that touch no other; memory that was not written is undefined. A block may be where
 *   a freed one of its class was, or not, and realloc may move or not: pointers compare in both
 *   ways.
 * left out: other orders of addresses; blocks of 2 GiB and more (`unsupported`, or null above 2^47
 *   bytes).
 * faults: malloc
 * accesses: realloc r and w the block.
 * tests: faults/malloc.c faults/malloc_ok.c leak/early_return.c leak/cycle_ok.c pointers/realloc_in_place*.c
 *   libc/malloc_huge*.c libc/stdlib.c */

/* posix: free cfree
 * explored: ends the block, which others can tell like a write to all of it.
 * accesses: w the block.
 * tests: double-free/two_threads.c double-free/two_threads_ok.c use-after-free/other_thread.c
 *   use-after-free/other_thread_ok.c invalid-free/stack.c invalid-free/stack_ok.c */

/* posix: malloc_usable_size mallinfo mallinfo2 malloc_stats malloc_trim mallopt
 * explored: a block's size is what was asked for; the rest tells nothing and changes nothing.
 * left out: what an allocator wastes.
 * accesses: none.
 * tests: use-after-free/usable_size.c use-after-free/empty_block_ok.c libc/stdlib.c */

/* posix: memalign
 * explored: any alignment; the next power of two is taken.
 * faults: malloc
 * tests: faults/malloc.c libc/memalign_ok.c */
/* The next power of two, if it is none. */
void *memalign(size_t align, size_t size)
{
    size_t power = ALIGN;
    while (power && power < align)
        power *= 2;
    if (!power) {
        errno = EINVAL;
        return NULL;
    }
    return allocate(size, power, 0);
}

int posix_memalign(void **block, size_t align, size_t size)
{
    if (!is_power_of_two(align) || align % sizeof(void *))
        return EINVAL;
    int saved = errno;
    void *p = allocate(size, align, 0);
    errno = saved;
    if (!p)
        return ENOMEM;
    *block = p;
    return 0;
}

enum { PAGE = 4096 };

void *valloc(size_t size) { return allocate(size, PAGE, 0); }

void *pvalloc(size_t size)
{
    if (size > BYTES_MAX)
        return allocate(size, PAGE, 0);
    return allocate((size + PAGE - 1) / PAGE * PAGE, PAGE, 0);
}

void cfree(void *block);
void cfree(void *block) { __divine_free(block); }

/* The copy is a look at the block that others can tell, and finds out if it is gone. */
MASKED size_t malloc_usable_size(void *block)
{
    __divine_interrupt_mask();
    char byte;
    if (block && (__augur_object_size(block) || __augur_object_kind(block) == AUGUR_NO_OBJECT))
        __divine_memcpy(&byte, block, 1);
    return __augur_object_size(block);
}

int malloc_trim(size_t pad)
{
    (void)pad;
    return 0;
}

int mallopt(int parameter, int value)
{
    (void)parameter, (void)value;
    return 1;
}

/* Nobody counts. */
struct mallinfo mallinfo(void) { return (struct mallinfo){ 0 }; }
struct mallinfo2 mallinfo2(void) { return (struct mallinfo2){ 0 }; }
void malloc_stats(void) {}
