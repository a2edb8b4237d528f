/* <sys/mman.h>: mappings that share a file, and files that are there to be mapped; see file.h.
 *
 * While a file is mapped, its contents are the mapping: one block of whole pages, which all of its
 * mappings show, so that who reads and writes the file and who accesses the memory see the same
 * bytes. When the last mapping is given back, so is the block, and the file has a copy. */
#include "mman.h"
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <string.h>
#include <sys/mman.h>

struct mapping {
    struct mapping *next;
    struct augur_inode *inode;
    char *start;
    size_t size;
};
static struct mapping *mappings;

static void move_contents(struct augur_inode *inode, char *data, size_t room)
{
    if (inode->size)
        __divine_memcpy(data, inode->data, inode->size);
    inode->data = data;
    inode->room = room;
}

static void *fail(int error)
{
    errno = error;
    return MAP_FAILED;
}

MASKED void *augur_map_shared(size_t size, int protection, int fd, off_t offset)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return MAP_FAILED;
    struct augur_inode *inode = open->inode;
    int access = open->flags & O_ACCMODE;
    if (inode->kind != AUGUR_REGULAR)
        return fail(ENODEV);
    if (access == O_WRONLY || (protection & PROT_WRITE && access != O_RDWR))
        return fail(EACCES);
    if (!size || offset < 0 || offset % AUGUR_PAGE)
        return fail(EINVAL);
    if (size > AUGUR_MAPPED_MAX || augur_fault(AUGUR_FAULT_MALLOC))
        return fail(ENOMEM);
    size_t end = (size_t)offset + augur_whole_pages(size);
    augur_file_load(inode);
    if (!inode->mapped) {
        size_t whole = augur_whole_pages(inode->size), room = end > whole ? end : whole;
        move_contents(inode, augur_new_mapping(room), room);
    } else if (end > inode->room)
        __augur_unsupported("mmap of more of a file than is mapped already");
    inode->mapped++;
    augur_file_keep(inode, 1);
    struct mapping *mapping = __augur_alloc(sizeof *mapping, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    *mapping = (struct mapping){ mappings, inode, inode->data + offset, augur_whole_pages(size) };
    mappings = mapping;
    return mapping->start;
}

static struct mapping **mapping_at(const void *start)
{
    struct mapping **at = &mappings;
    while (*at && (*at)->start != start)
        at = &(*at)->next;
    return at;
}

MASKED int augur_is_shared_mapping(const void *start)
{
    __divine_interrupt_mask();
    return *mapping_at(start) != NULL;
}

MASKED int augur_unmap_shared(const void *start, size_t size)
{
    __divine_interrupt_mask();
    struct mapping **at = mapping_at(start), *mapping = *at;
    if (!mapping)
        return 0;
    if (mapping->size != augur_whole_pages(size))
        __augur_unsupported("munmap of a part of a mapping");
    struct augur_inode *inode = mapping->inode;
    *at = mapping->next;
    if (!--inode->mapped) {
        char *block = inode->data;
        size_t room = inode->size;
        move_contents(inode, room ? __augur_alloc(room, 16, AUGUR_ZEROED | AUGUR_INTERNAL) : NULL, room);
        __augur_delete(block, AUGUR_MMAP, 0);
    }
    augur_file_keep(inode, -1);
    return 1;
}

/* ---- files that are there to be mapped -------------------------------- */

/* posix: shm_open shm_unlink memfd_create
 * explored: files in /dev/shm, and one without a name.
 * left out: seals.
 * faults: io, eintr
 * accesses: r the name.
 * tests: files/mapped_*.c */
static int with_path(const char *name, char path[static PATH_MAX])
{
    static const char directory[] = "/dev/shm/";
    while (*name == '/')
        name++;
    size_t length = strlen(name);
    if (!length || strchr(name, '/'))
        return augur_fail(EINVAL);
    if (length > NAME_MAX)
        return augur_fail(ENAMETOOLONG);
    memcpy(path, directory, sizeof directory);
    memcpy(path + sizeof directory - 1, name, length + 1);
    return 0;
}

int shm_open(const char *name, int flags, mode_t mode)
{
    char path[PATH_MAX];
    if (with_path(name, path))
        return -1;
    return augur_or_cancel(augur_file_open_path(AT_FDCWD, path, flags | O_NOFOLLOW | O_CLOEXEC, mode));
}

int shm_unlink(const char *name)
{
    char path[PATH_MAX];
    return with_path(name, path) ? -1 : unlink(path);
}

static MASKED int open_memory(unsigned flags)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EMFILE);
    struct augur_inode *inode = augur_file_new(AUGUR_REGULAR, 0777);
    return augur_file_install(augur_open_new(inode, O_RDWR), 0, (flags & MFD_CLOEXEC) != 0);
}

int memfd_create(const char *name, unsigned flags)
{
    if (flags & ~(MFD_CLOEXEC | MFD_ALLOW_SEALING))
        return augur_fail(EINVAL);
    return strlen(name) > NAME_MAX - 6 ? augur_fail(EINVAL) : open_memory(flags);
}
