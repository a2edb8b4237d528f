/* Links of both kinds, and paths without them: a part of <unistd.h> and <stdlib.h>. See
 * file.h. */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where a new name can go: 0, or -1 with errno set. */
static int find_room(int directory, const char *path, struct augur_name *name)
{
    if (augur_file_find(directory, path, AUGUR_FIND_LINK, name))
        return augur_fail(EEXIST);
    if (!name->directory)
        return -1;
    int error = name->text[name->length] ? ENOENT : augur_file_no_entry(name);
    return error ? augur_fail(error) : 0;
}

/* posix: link linkat symlink symlinkat
 * explored: one action each; a path may go through 40 symbolic links, as in Linux.
 * faults: io
 * accesses: r the paths.
 * tests: files/links.c files/links_ok.c races:symlink */
static MASKED int link_at(int from_directory, const char *from, int to_directory, const char *to, int follows)
{
    __divine_interrupt_mask();
    struct augur_name name;
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(ENOSPC);
    struct augur_inode *inode = augur_file_find(from_directory, from, follows, &name);
    if (!inode || find_room(to_directory, to, &name))
        return -1;
    if (inode->kind == AUGUR_DIRECTORY)
        return augur_fail(EPERM);
    augur_file_enter(&name, inode);
    return 0;
}

int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags)
{
    return link_at(from_directory, from, to_directory, to,
                   flags & AT_SYMLINK_FOLLOW ? AUGUR_FOLLOW : AUGUR_FIND_LINK);
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

MASKED int symlinkat(const char *target, int directory, const char *path)
{
    __divine_interrupt_mask();
    struct augur_name name;
    size_t size = strlen(target);
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(ENOSPC);
    if (!size || size >= PATH_MAX)
        return augur_fail(size ? ENAMETOOLONG : ENOENT);
    if (find_room(directory, path, &name))
        return -1;
    struct augur_inode *inode = augur_file_new(AUGUR_LINK, 0777);
    inode->data = __augur_alloc(size + 1, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    __divine_memcpy(inode->data, target, size);
    inode->size = size;
    augur_file_enter(&name, inode);
    return 0;
}

int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }

static MASKED ssize_t read_link(int directory, const char *path, char *buffer, size_t size)
{
    __divine_interrupt_mask();
    struct augur_name name;
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = augur_file_find(directory, path, AUGUR_FIND_LINK, &name);
    if (!inode)
        return -1;
    if (inode->kind != AUGUR_LINK || !size)
        return augur_fail(EINVAL);
    if (size > inode->size)
        size = inode->size;
    __divine_memcpy(buffer, inode->data, size);
    return (ssize_t)size;
}

/* posix: readlink readlinkat
 * explored: one action each.
 * faults: io
 * accesses: r the path, w the result.
 * tests: files/links.c files/links_ok.c races:readlink */
ssize_t readlinkat(int directory, const char *restrict path, char *restrict buffer, size_t size)
{
    ssize_t done = read_link(directory, path, buffer, size);
    if (done > 0)
        augur_writes(buffer, (size_t)done);
    return done;
}

ssize_t readlink(const char *restrict path, char *restrict buffer, size_t size)
{
    return readlinkat(AT_FDCWD, path, buffer, size);
}

/* Into a buffer of PATH_MAX bytes; where it begins there, or null. */
static MASKED char *resolve(const char *path, char real[PATH_MAX])
{
    __divine_interrupt_mask();
    struct augur_name name;
    if (augur_fault(AUGUR_FAULT_IO)) {
        errno = EIO;
        return NULL;
    }
    struct augur_inode *inode = augur_file_find(AT_FDCWD, path, AUGUR_FOLLOW, &name);
    if (!inode)
        return NULL;
    if (inode->kind == AUGUR_DIRECTORY)
        return augur_file_path(inode, real);
    char *start = augur_file_path(name.directory, real);
    if (!start)
        return NULL;
    size_t length = strlen(start), slash = length > 1;
    if (length + slash + name.length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    __builtin_memmove(real, start, length);
    if (slash)
        real[length++] = '/';
    __divine_memcpy(real + length, name.text, name.length);
    real[length + name.length] = 0;
    return real;
}

/* posix: realpath canonicalize_file_name
 * explored: one action each.
 * faults: io malloc (without an array)
 * accesses: r the path, w the result.
 * tests: files/links.c files/links_ok.c races:realpath */
char *realpath(const char *restrict path, char *restrict result)
{
    char real[PATH_MAX], *start = NULL;
    if (path)
        start = resolve(path, real);
    else
        errno = EINVAL;
    if (!start)
        return NULL;
    size_t size = strlen(start) + 1;
    if (!result)
        result = malloc(size);
    return result ? __builtin_memcpy(result, start, size) : NULL;
}

char *canonicalize_file_name(const char *path) { return realpath(path, NULL); }
