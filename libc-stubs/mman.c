/* <sys/mman.h>: anonymous memory is a zeroed block of the heap that nobody misses
 * when it is lost. Protection is accepted where it changes nothing.
 *
 * A private mapping of a file is a copy of what the file has at that time; shared ones are in
 * mman_file.c. Does not model mappings at fixed addresses, or of parts: `unsupported` when
 * reached. */
#include "mman.h"
#include <pthread.h>
#include <augur/fault.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void *map(size_t size, int protection, int flags)
{
    if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
        __augur_unsupported("mmap at a fixed address");
    if (flags & MAP_ANONYMOUS && (protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        __augur_unsupported("mmap of memory that may not be read and written");
    if (!size) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if (size > AUGUR_MAPPED_MAX || augur_fault(AUGUR_FAULT_MALLOC)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return augur_new_mapping(augur_whole_pages(size));
}

/* posix: others
 * explored: mappings are given back and moved as a whole; what only advises or locks pages does
 *   nothing. msync is a cancellation point.
 * left out: parts of mappings, rights that are taken away, pages that are dropped (`unsupported`);
 *   more than the segment that sbrk has (ENOMEM).
 * faults: malloc (mremap)
 * accesses: ends the mapping (munmap, mremap), like a write to all of it.
 * tests: libc/mapping_ended.c libc/mapping_ok.c libc/mapping_reused.c libc/mapping_reused_ok.c
 *   invalid-free/unmapped_block.c invalid-free/mapping_ok.c data-race/mapped_input.c
 *   data-race/mapped_input_ok.c */

/* The whole file behind the offset, as far as it goes; what is behind its end is 0. */
static void *map_file(size_t size, int protection, int flags, int fd, off_t offset)
{
    struct stat status;
    if (fstat(fd, &status))
        return MAP_FAILED;
    if (!S_ISREG(status.st_mode) || offset < 0 || offset % AUGUR_PAGE) {
        errno = S_ISREG(status.st_mode) ? EINVAL : EACCES;
        return MAP_FAILED;
    }
    char *block = map(size, protection, flags);
    if (block != MAP_FAILED && pread(fd, block, size, offset) < 0) {
        __augur_delete(block, AUGUR_MMAP, 0);
        return MAP_FAILED;
    }
    return block;
}

/* posix: mmap mmap64
 * explored: anonymous memory that can be read and written; private copies of files; shared mappings,
 *   through which one sees what others write to the file.
 * left out: changes of a file that a private mapping of it may show; writing to a mapping that is
 *   to be read only, and reading behind the last page of a file, are not noticed. Several shared
 *   mappings of one place have one address, and end for good with the last of them. A mapped file
 *   that grows beyond its mapping, and everything else, is unsupported.
 * faults: malloc
 * accesses: reading and writing a file that is mapped is an access of the mapping.
 * tests: faults/mmap.c faults/malloc_calls_ok.c libc/small_calls_ok.c files/mapped_*.c */
void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    (void)at;
    if (flags & MAP_ANONYMOUS)
        return map(size, protection, flags);
    if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
        __augur_unsupported("mmap at a fixed address");
    return (flags & MAP_TYPE) == MAP_PRIVATE ? map_file(size, protection, flags, fd, offset)
                                             : augur_map_shared(size, protection, fd, offset);
}

void *mmap64(void *at, size_t size, int protection, int flags, int fd, __off64_t offset)
{
    return mmap(at, size, protection, flags, fd, offset);
}

int munmap(void *block, size_t size)
{
    if (!size) {
        errno = EINVAL;
        return -1;
    }
    if (augur_unmap_shared(block, size))
        return 0;
    if (__augur_object_size(block) != augur_whole_pages(size))
        __augur_unsupported("munmap of a part of a mapping");
    __augur_delete(block, AUGUR_MMAP, 0);
    return 0;
}

MASKED void *mremap(void *old, size_t old_size, size_t size, int flags, ...)
{
    __divine_interrupt_mask();
    if (augur_is_shared_mapping(old))
        __augur_unsupported("mremap of a mapping that shares a file");
    if (flags & ~MREMAP_MAYMOVE || __augur_object_size(old) != augur_whole_pages(old_size))
        __augur_unsupported("mremap to a fixed address, or of a part of a mapping");
    if (augur_whole_pages(size) == augur_whole_pages(old_size))
        return old;
    if (!(flags & MREMAP_MAYMOVE)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    void *block = map(size, PROT_READ | PROT_WRITE, MAP_ANONYMOUS);
    if (block == MAP_FAILED)
        return block;
    __divine_memcpy(block, old, old_size < size ? old_size : size);
    __augur_moved(old, block);
    return block;
}

int mprotect(void *block, size_t size, int protection)
{
    (void)block, (void)size;
    if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        __augur_unsupported("mprotect that takes rights away");
    return 0;
}

/* Advice that throws contents away is more than advice. */
int madvise(void *block, size_t size, int advice)
{
    (void)block, (void)size;
    if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
        __augur_unsupported("madvise that drops pages");
    return 0;
}

int posix_madvise(void *block, size_t size, int advice)
{
    return (void)block, (void)size, (void)advice, 0;
}

int msync(void *block, size_t size, int flags)
{
    (void)block, (void)size, (void)flags;
    pthread_testcancel();
    return 0;
}
int mlock(const void *block, size_t size) { return (void)block, (void)size, 0; }
int munlock(const void *block, size_t size) { return (void)block, (void)size, 0; }
int mlockall(int flags) { return (void)flags, 0; }
int munlockall(void) { return 0; }

/* ---- the break, of <unistd.h> ------------------------------------------ */

/* The data segment is one block; it cannot grow beyond it. */
enum { SEGMENT_BYTES = 1 << 18 };
static char *segment;
static size_t in_use;

void *sbrk(intptr_t by) __attribute__((noinline));
void *sbrk(intptr_t by)
{
    __divine_interrupt_mask();
    if (!segment)
        segment = __augur_alloc(SEGMENT_BYTES, AUGUR_PAGE,
                                AUGUR_ZEROED | AUGUR_LENT | AUGUR_GIVEN * AUGUR_MADE_BY);
    if ((by < 0 && (size_t)-by > in_use) || (by > 0 && (size_t)by > SEGMENT_BYTES - in_use)) {
        errno = ENOMEM;
        return (void *)-1;
    }
    void *old = segment + in_use;
    in_use += (size_t)by;
    return old;
}
