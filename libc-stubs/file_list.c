/* <dirent.h>: reading directories. See file.h. */
#include "file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>

struct __dirstream {
    int fd;
    struct augur_inode *directory;
    long position;    /* 0 is ".", 1 is "..", then the entries as they are numbered */
    struct dirent entry;
};

static DIR *refuse(int error)
{
    errno = error;
    return NULL;
}

/* Can it be listed? */
static int is_listable(const struct augur_inode *inode)
{
    if (inode && inode->kind != AUGUR_DIRECTORY)
        errno = ENOTDIR;
    else if (inode && augur_file_refuses(inode, R_OK))
        errno = EACCES;
    else if (inode && augur_fault(AUGUR_FAULT_MALLOC))
        errno = ENOMEM;
    else
        return inode != NULL;
    return 0;
}

static DIR *list(struct augur_inode *inode, int fd)
{
    DIR *stream = __augur_alloc(sizeof *stream, 16, AUGUR_ZEROED | AUGUR_GIVEN * AUGUR_MADE_BY);
    stream->fd = fd;
    stream->directory = inode;
    inode->lists++;
    return stream;
}

/* posix: opendir fdopendir
 * explored: one action. A stream has a descriptor, as in Linux.
 * left out: other orders of the entries than that in which they were made.
 * faults: io malloc
 * tests: faults/io_calls.c faults/io_calls_ok.c faults/malloc_calls_ok.c files/tree_ok.c files/at_ok.c */
MASKED DIR *opendir(const char *path)
{
    __divine_interrupt_mask();
    struct augur_name name;
    if (augur_fault(AUGUR_FAULT_IO))
        return refuse(EMFILE);
    struct augur_inode *inode = augur_file_find(AT_FDCWD, path, AUGUR_FOLLOW, &name);
    if (!is_listable(inode))
        return NULL;
    int fd = augur_file_install(augur_open_new(inode, O_RDONLY | O_DIRECTORY), 0, 1);
    return fd < 0 ? NULL : list(inode, fd);
}

MASKED DIR *fdopendir(int fd)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    return open && is_listable(open->inode) ? list(open->inode, fd) : NULL;
}

/* posix: readdir rewinddir seekdir telldir closedir dirfd
 * explored: the entries in the order in which they were made; those that come meanwhile are found,
 *   those that go are not. What readdir returns is overwritten by the next call: two calls with
 *   one stream at once race.
 * left out: other orders; entries that go and are found all the same, or come and are not.
 * accesses: r and w the stream.
 * tests: races:both_readdir files/tree_ok.c files/at_ok.c faults/io_calls_ok.c */
MASKED struct dirent *readdir(DIR *stream)
{
    __divine_interrupt_mask();
    __augur_touch(stream, sizeof *stream, AUGUR_WRITES);
    struct augur_open *open = augur_file_open(stream->fd);
    struct augur_inode *inode = stream->directory;
    if (!open || open->inode != inode) {
        errno = EBADF;
        return NULL;
    }
    const char *name = stream->position ? ".." : ".";
    if (stream->position > 1) {
        struct augur_entry *entry = inode->entries;
        while (entry && entry->position < stream->position)
            entry = entry->next;
        if (!entry)
            return NULL;
        inode = entry->inode;
        name = entry->name;
        stream->position = entry->position;
    } else if (stream->position == 1 && inode->parent)
        inode = inode->parent;
    static const unsigned char types[] = { DT_REG, DT_DIR, DT_FIFO, DT_CHR, DT_FIFO, DT_LNK, DT_CHR };
    stream->entry = (struct dirent){ .d_ino = (ino_t)inode->number, .d_off = ++stream->position,
                                     .d_reclen = sizeof stream->entry,
                                     .d_type = types[inode->kind] };
    __divine_memcpy(stream->entry.d_name, name, strlen(name) + 1);
    return &stream->entry;
}

/* posix: readdir_r
 * explored: as readdir, into a buffer of the caller's.
 * accesses: r and w the stream, w the entry and the result.
 * tests: libc/small_calls.c libc/small_calls_ok.c */
int readdir_r(DIR *restrict stream, struct dirent *restrict entry, struct dirent **restrict result)
{
    int saved = errno;
    errno = 0;
    struct dirent *found = readdir(stream);
    int error = errno;
    errno = saved;
    if (found)
        *entry = *found;
    *result = found ? entry : NULL;
    return error;
}

void rewinddir(DIR *stream) { stream->position = 0; }
long telldir(DIR *stream) { return stream->position; }
void seekdir(DIR *stream, long position) { stream->position = position; }
int dirfd(DIR *stream) { return stream->fd; }

MASKED int closedir(DIR *stream)
{
    __divine_interrupt_mask();
    int fd = stream->fd;
    stream->directory->lists--;
    __augur_delete(stream, AUGUR_GIVEN, 0);
    if (!augur_file_open(fd))
        return -1;
    augur_file_release(fd);
    return 0;
}

struct dirent64 *readdir64(DIR *) __attribute__((alias("readdir")));
