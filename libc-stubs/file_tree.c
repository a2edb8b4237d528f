/* Directories: paths, <sys/stat.h>, <dirent.h>, and what <unistd.h> and <stdio.h>
 * have for names. See file.h.
 *
 * Does not model links of either kind, owners and times: every file belongs to the
 * user that getuid tells, so the owner's permissions count. */
#include "file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALL_DIRECTORIES = 0755, ALL_FILES = 0644, BLOCK = 512 };

static struct augur_inode *root, *current;

int augur_fail(int error)
{
    errno = error;
    return -1;
}

/* Which numbers living files have, as bits. A new one gets the lowest that is free, so that
 * what was there once makes no difference. */
enum { NUMBER_BITS = 32 };
static unsigned *numbers;
static int numbers_size;

static int take_number(void)
{
    enum { GROW = 4 };
    int i = 0, bit = 0;
    while (i < numbers_size && !~numbers[i])
        i++;
    if (i == numbers_size) {
        unsigned *block = __augur_alloc((size_t)(i + GROW) * sizeof *block, 16,
                                        AUGUR_ZEROED | AUGUR_INTERNAL);
        if (i)
            __divine_memcpy(block, numbers, (size_t)i * sizeof *block);
        numbers = block;
        numbers_size = i + GROW;
    }
    while (numbers[i] >> bit & 1)
        bit++;
    numbers[i] |= 1u << bit;
    return i * NUMBER_BITS + bit + 1;
}

static void give_number(int number)
{
    numbers[(number - 1) / NUMBER_BITS] &= ~(1u << (number - 1) % NUMBER_BITS);
}

struct augur_inode *augur_file_new(int kind, int mode)
{
    struct augur_inode *inode =
        __augur_alloc(sizeof *inode, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    inode->kind = kind;
    inode->mode = mode;
    inode->number = take_number();
    return inode;
}

static void drop_unused(struct augur_inode *inode)
{
    if (!inode->links && !inode->opens)
        give_number(inode->number);
}

void augur_file_keep(struct augur_inode *inode, int by)
{
    inode->opens += by;
    drop_unused(inode);
}

int augur_file_refuses(const struct augur_inode *inode, int wanted)
{
    return (inode->mode >> 6 & wanted) != wanted;
}

static mode_t file_mask = 022;

int augur_file_mode(mode_t mode) { return (int)(mode & ~file_mask & 07777); }

/* ---- names ------------------------------------------------------------ */

static struct augur_entry **entry_of(struct augur_inode *directory, const char *name,
                                     size_t length)
{
    struct augur_entry **at = &directory->entries;
    while (*at && (strncmp((*at)->name, name, length) || (*at)->name[length]))
        at = &(*at)->next;
    return at;
}

/* At the end of the directory: readers of it count on that. */
void augur_file_enter(struct augur_inode *directory, const char *name, size_t length,
                      struct augur_inode *inode)
{
    struct augur_entry **at = &directory->entries;
    while (*at)
        at = &(*at)->next;
    struct augur_entry *entry =
        __augur_alloc(sizeof *entry + length + 1, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    __divine_memcpy(entry->name, name, length);
    entry->inode = inode;
    inode->parent = directory;
    inode->links++;
    *at = entry;
}

static void remove_entry(struct augur_entry **at)
{
    struct augur_inode *inode = (*at)->inode;
    *at = (*at)->next;
    inode->links--;
    drop_unused(inode);
}

static size_t length_of(const char *name)
{
    size_t length = 0;
    while (name[length] && name[length] != '/')
        length++;
    return length;
}

static struct augur_inode *step(struct augur_inode *directory, const char *name, size_t length)
{
    if (length == 0 || (length == 1 && name[0] == '.'))
        return directory;
    if (length == 2 && name[0] == '.' && name[1] == '.')
        return directory->parent ? directory->parent : directory;
    struct augur_entry *entry = *entry_of(directory, name, length);
    return entry ? entry->inode : NULL;
}

/* The given files, and the directories they need. */
static void add_given(int index)
{
    char path[PATH_MAX] = { 0 };
    size_t size = __augur_given_length(AUGUR_GIVEN_PATHS, index);
    if (size >= PATH_MAX)
        __augur_unsupported("a file with such a long path");
    __augur_given_copy(AUGUR_GIVEN_PATHS, index, path);
    struct augur_inode *directory = root;
    const char *name = path;
    for (;;) {
        size_t length = length_of(name);
        struct augur_inode *next = step(directory, name, length);
        int is_last = !name[length];
        if (!next) {
            next = augur_file_new(is_last ? AUGUR_REGULAR : AUGUR_DIRECTORY,
                                  is_last ? ALL_FILES : ALL_DIRECTORIES);
            augur_file_enter(directory, name, length, next);
        }
        if (is_last) {
            next->given = index + 1;
            return;
        }
        directory = next;
        name += length + 1;
    }
}

static void grow_tree(void)
{
    root = augur_file_new(AUGUR_DIRECTORY, ALL_DIRECTORIES);
    root->links = 1;
    current = root;
    current->opens = 1;
    struct augur_inode *devices = augur_file_new(AUGUR_DIRECTORY, ALL_DIRECTORIES);
    augur_file_enter(root, "dev", 3, devices);
    augur_file_enter(devices, "null", 4, augur_file_new(AUGUR_NULL, 0666));
    augur_file_enter(root, "tmp", 3, augur_file_new(AUGUR_DIRECTORY, 0777));
    int count = __augur_given_count(AUGUR_GIVEN_PATHS);
    for (int i = 0; i < count; i++)
        add_given(i);
}

static struct augur_inode *refuse(int error)
{
    errno = error;
    return NULL;
}

struct augur_inode *augur_file_find(const char *path, struct augur_inode **parent,
                                    const char **last)
{
    *parent = NULL;
    if (!root)
        grow_tree();
    if (!*path)
        return refuse(ENOENT);
    struct augur_inode *at = *path == '/' ? root : current;
    while (*path) {
        size_t length = length_of(path);
        if (at->kind != AUGUR_DIRECTORY)
            return refuse(ENOTDIR);
        if (augur_file_refuses(at, X_OK))
            return refuse(EACCES);
        if (length > NAME_MAX)
            return refuse(ENAMETOOLONG);
        struct augur_inode *next = step(at, path, length);
        if (!next) {
            const char *rest = path + length;
            while (*rest == '/')
                rest++;
            if (!*rest) {
                *parent = at;
                *last = path;
            }
            return refuse(ENOENT);
        }
        at = next;
        path += length;
        while (*path == '/')
            path++;
    }
    return at;
}

static struct augur_inode *find(const char *path)
{
    struct augur_inode *parent;
    const char *last;
    return augur_file_find(path, &parent, &last);
}

/* Where the directory entry of an inode is. */
static struct augur_entry **entry_for(struct augur_inode *inode)
{
    struct augur_entry **at = &inode->parent->entries;
    while ((*at)->inode != inode)
        at = &(*at)->next;
    return at;
}

static int only_here(int directory, const char *path)
{
    if (directory != AT_FDCWD && *path != '/')
        __augur_unsupported("a path relative to a directory's descriptor");
    return 0;
}

/* ---- status ----------------------------------------------------------- */

static int describe(const struct augur_inode *inode, struct stat *result)
{
    static const unsigned types[] = { S_IFREG, S_IFDIR, S_IFIFO, S_IFCHR, S_IFIFO };
    size_t size = inode->kind == AUGUR_REGULAR ? augur_file_size(inode) : 0;
    *result = (struct stat){
        .st_dev = 1, .st_ino = (ino_t)inode->number, .st_nlink = (nlink_t)inode->links,
        .st_mode = types[inode->kind] | (unsigned)inode->mode, .st_uid = 1000, .st_gid = 1000,
        .st_size = (off_t)size, .st_blksize = 4096, .st_blocks = (long)(size + BLOCK - 1) / BLOCK,
    };
    return 0;
}

static MASKED int describe_path(const char *path, struct stat *result)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = find(path);
    return inode ? describe(inode, result) : -1;
}

static MASKED int describe_open(int fd, struct stat *result)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_open *open = augur_file_open(fd);
    return open ? describe(open->inode, result) : -1;
}

static int or_tell(int error, struct stat *result)
{
    if (!error)
        augur_writes(result, sizeof *result);
    return error;
}

/* posix: stat fstat lstat fstatat
 * explored: one action each; living files have different numbers, a new one the lowest that
 *   is free.
 * left out: times, links, owners.
 * faults: io
 * accesses: result w
 * tests: files/numbers_ok.c faults/io_calls.c faults/io_calls_ok.c */
int stat(const char *restrict path, struct stat *restrict result)
{
    return or_tell(describe_path(path, result), result);
}

int fstat(int fd, struct stat *result) { return or_tell(describe_open(fd, result), result); }

int lstat(const char *restrict path, struct stat *restrict result) { return stat(path, result); }

int fstatat(int directory, const char *restrict path, struct stat *restrict result, int flags)
{
    if (flags & AT_EMPTY_PATH && !*path)
        return fstat(directory, result);
    return only_here(directory, path) ? -1 : stat(path, result);
}

MASKED int access(const char *path, int mode)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = find(path);
    if (!inode)
        return -1;
    return augur_file_refuses(inode, mode) ? augur_fail(EACCES) : 0;
}

int faccessat(int directory, const char *path, int mode, int flags)
{
    (void)flags;
    return only_here(directory, path) ? -1 : access(path, mode);
}

MASKED int chmod(const char *path, mode_t mode)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = find(path);
    if (!inode)
        return -1;
    inode->mode = mode & 07777;
    return 0;
}

MASKED int fchmod(int fd, mode_t mode)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    open->inode->mode = mode & 07777;
    return 0;
}

int chown(const char *path, uid_t owner, gid_t group)
{
    (void)owner, (void)group;
    return access(path, F_OK);
}

MASKED mode_t umask(mode_t mask)
{
    __divine_interrupt_mask();
    mode_t old = file_mask;
    file_mask = mask & 0777;
    return old;
}

/* ---- changing directories --------------------------------------------- */

/* Names are part of the directory that they are in. */
static int is_fixed(const struct augur_inode *inode)
{
    return inode->parent && augur_file_refuses(inode->parent, W_OK | X_OK);
}

/* posix: mkdir mkdirat rmdir unlink unlinkat remove rename renameat truncate chmod access chdir
 * explored: one action each.
 * faults: io
 * tests: faults/io_calls.c faults/io_calls_ok.c files/tree_ok.c */
MASKED int mkdir(const char *path, mode_t mode)
{
    __divine_interrupt_mask();
    struct augur_inode *parent;
    const char *last;
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(ENOSPC);
    if (augur_file_find(path, &parent, &last))
        return augur_fail(EEXIST);
    if (!parent)
        return -1;
    if (augur_file_refuses(parent, W_OK))
        return augur_fail(EACCES);
    augur_file_enter(parent, last, length_of(last),
                     augur_file_new(AUGUR_DIRECTORY, augur_file_mode(mode & 01777)));
    return 0;
}

int mkdirat(int directory, const char *path, mode_t mode)
{
    return only_here(directory, path) ? -1 : mkdir(path, mode);
}

MASKED int rmdir(const char *path)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = find(path);
    if (!inode)
        return -1;
    if (is_fixed(inode))
        return augur_fail(EACCES);
    if (inode->kind != AUGUR_DIRECTORY)
        return augur_fail(ENOTDIR);
    if (inode == root)
        return augur_fail(EBUSY);
    if (inode->entries)
        return augur_fail(ENOTEMPTY);
    remove_entry(entry_for(inode));
    return 0;
}

MASKED int unlink(const char *path)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = find(path);
    if (!inode)
        return -1;
    if (is_fixed(inode))
        return augur_fail(EACCES);
    if (inode->kind == AUGUR_DIRECTORY)
        return augur_fail(EISDIR);
    remove_entry(entry_for(inode));
    return 0;
}

int unlinkat(int directory, const char *path, int flags)
{
    only_here(directory, path);
    return flags & AT_REMOVEDIR ? rmdir(path) : unlink(path);
}

MASKED int remove(const char *path)
{
    __divine_interrupt_mask();
    struct augur_inode *inode = find(path);
    if (!inode)
        return -1;
    return inode->kind == AUGUR_DIRECTORY ? rmdir(path) : unlink(path);
}

static int is_inside(const struct augur_inode *inode, const struct augur_inode *directory)
{
    while (inode && inode != directory)
        inode = inode->parent;
    return inode != NULL;
}

MASKED int rename(const char *from, const char *to)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(ENOSPC);
    struct augur_inode *parent, *inode = find(from);
    const char *last;
    if (!inode)
        return -1;
    struct augur_inode *old = augur_file_find(to, &parent, &last);
    if (old == inode)
        return 0;
    if (!old && !parent)
        return -1;
    if (inode == root || is_inside(old ? old : parent, inode))
        return augur_fail(EINVAL);
    if (is_fixed(inode) || (old ? is_fixed(old) : augur_file_refuses(parent, W_OK | X_OK)))
        return augur_fail(EACCES);
    if (old) {
        int is_directory = old->kind == AUGUR_DIRECTORY;
        if (is_directory != (inode->kind == AUGUR_DIRECTORY))
            return augur_fail(is_directory ? EISDIR : ENOTDIR);
        if (old->entries)
            return augur_fail(ENOTEMPTY);
        inode->links++;
        remove_entry(entry_for(inode));
        (*entry_for(old))->inode = inode;
        inode->parent = old->parent;
        old->links--;
        drop_unused(old);
        return 0;
    }
    inode->links++;
    remove_entry(entry_for(inode));
    augur_file_enter(parent, last, length_of(last), inode);
    inode->links--;
    return 0;
}

int renameat(int from_directory, const char *from, int to_directory, const char *to)
{
    only_here(from_directory, from);
    only_here(to_directory, to);
    return rename(from, to);
}

MASKED int chdir(const char *path)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = find(path);
    if (!inode)
        return -1;
    if (inode->kind != AUGUR_DIRECTORY)
        return augur_fail(ENOTDIR);
    if (augur_file_refuses(inode, X_OK))
        return augur_fail(EACCES);
    augur_file_keep(inode, 1);
    augur_file_keep(current, -1);
    current = inode;
    return 0;
}

/* Written from the end: where it begins, or null. */
static MASKED char *current_path(char path[PATH_MAX])
{
    __divine_interrupt_mask();
    size_t at = PATH_MAX - 1;
    path[at] = 0;
    for (struct augur_inode *inode = current; inode && inode->parent; inode = inode->parent) {
        const char *name = (*entry_for(inode))->name;
        size_t length = strlen(name);
        if (length + 1 > at) {
            errno = ENAMETOOLONG;
            return NULL;
        }
        at -= length;
        __divine_memcpy(path + at, name, length);
        path[--at] = '/';
    }
    if (at == PATH_MAX - 1)
        path[--at] = '/';
    return path + at;
}

char *getcwd(char *buffer, size_t size)
{
    char path[PATH_MAX], *start = current_path(path);
    if (!start)
        return NULL;
    size_t needed = (size_t)(path + PATH_MAX - start);
    if (!buffer)
        buffer = malloc(size > needed ? size : needed);
    else if (size < needed) {
        errno = size ? ERANGE : EINVAL;
        return NULL;
    }
    return buffer ? __builtin_memcpy(buffer, start, needed) : NULL;
}

char *get_current_dir_name(void) { return getcwd(NULL, 0); }

MASKED int truncate(const char *path, off_t size)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = find(path);
    if (!inode)
        return -1;
    if (inode->kind != AUGUR_REGULAR || size < 0)
        return augur_fail(inode->kind == AUGUR_DIRECTORY ? EISDIR : EINVAL);
    if (augur_file_refuses(inode, W_OK))
        return augur_fail(EACCES);
    augur_file_resize(inode, (size_t)size);
    return 0;
}

/* ---- reading directories ---------------------------------------------- */

struct __dirstream {
    struct augur_inode *directory;
    long position;    /* 0 is ".", 1 is "..", then the entries */
    struct dirent entry;
};

static DIR *list(struct augur_inode *inode)
{
    if (inode && inode->kind != AUGUR_DIRECTORY) {
        errno = ENOTDIR;
        inode = NULL;
    }
    if (!inode)
        return NULL;
    if (augur_fault(AUGUR_FAULT_MALLOC)) {
        errno = ENOMEM;
        return NULL;
    }
    DIR *stream = __augur_alloc(sizeof *stream, 16, AUGUR_ZEROED);
    augur_file_keep(inode, 1);
    stream->directory = inode;
    return stream;
}

/* posix: readdir rewinddir seekdir telldir closedir dirfd
 * explored: the entries in the order in which they were made. What readdir returns is overwritten by
 *   the next call: two calls with one stream at once race.
 * left out: other orders; entries that come and go meanwhile; dirfd (`unsupported`).
 * accesses: r and w the stream.
 * tests: races:both_readdir files/tree_ok.c faults/io_calls_ok.c */

/* posix: getcwd get_current_dir_name
 * explored: one action.
 * faults: malloc (without an array)
 * accesses: w the path.
 * tests: races:getcwd races:both_getcwd_unlink files/tree_ok.c */

/* posix: chown fchmod faccessat umask
 * explored: one action each; permissions are enforced for the user that getuid tells.
 * left out: other owners (EPERM); paths relative to a directory's descriptor (`unsupported`).
 * accesses: r the path.
 * tests: files/permissions.c files/permissions_ok.c races:chmod races:access */

/* posix: opendir fdopendir
 * explored: one action.
 * left out: other orders of the entries than that in which they were made.
 * faults: io malloc
 * tests: faults/io_calls.c faults/io_calls_ok.c faults/malloc_calls_ok.c files/tree_ok.c */
MASKED DIR *opendir(const char *path)
{
    __divine_interrupt_mask();
    struct augur_inode *inode = augur_fault(AUGUR_FAULT_IO) ? refuse(EMFILE) : find(path);
    if (inode && inode->kind == AUGUR_DIRECTORY && augur_file_refuses(inode, R_OK))
        inode = refuse(EACCES);
    return list(inode);
}

MASKED DIR *fdopendir(int fd)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    return open ? list(open->inode) : NULL;
}

MASKED struct dirent *readdir(DIR *stream)
{
    __divine_interrupt_mask();
    __augur_touch(stream, sizeof *stream, AUGUR_WRITES);
    struct augur_inode *inode = stream->directory;
    const char *name = stream->position ? ".." : ".";
    if (stream->position > 1) {
        struct augur_entry *entry = inode->entries;
        for (long i = 2; entry && i < stream->position; i++)
            entry = entry->next;
        if (!entry)
            return NULL;
        inode = entry->inode;
        name = entry->name;
    } else if (stream->position == 1 && inode->parent)
        inode = inode->parent;
    static const unsigned char types[] = { DT_REG, DT_DIR, DT_FIFO, DT_CHR, DT_FIFO };
    stream->entry = (struct dirent){ .d_ino = (ino_t)inode->number, .d_off = ++stream->position,
                                     .d_reclen = sizeof stream->entry,
                                     .d_type = types[inode->kind] };
    __divine_memcpy(stream->entry.d_name, name, strlen(name) + 1);
    return &stream->entry;
}

void rewinddir(DIR *stream) { stream->position = 0; }
long telldir(DIR *stream) { return stream->position; }
void seekdir(DIR *stream, long position) { stream->position = position; }

int dirfd(DIR *stream)
{
    (void)stream;
    __augur_unsupported("dirfd: the descriptor of a directory stream");
}

MASKED int closedir(DIR *stream)
{
    __divine_interrupt_mask();
    augur_file_keep(stream->directory, -1);
    __divine_free(stream);
    return 0;
}

/* ---- names for large files -------------------------------------------- */

int stat64(const char *, struct stat64 *) __attribute__((alias("stat")));
int lstat64(const char *, struct stat64 *) __attribute__((alias("lstat")));
int fstat64(int, struct stat64 *) __attribute__((alias("fstat")));
int fstatat64(int, const char *, struct stat64 *, int) __attribute__((alias("fstatat")));
struct dirent64 *readdir64(DIR *) __attribute__((alias("readdir")));
int truncate64(const char *, off64_t) __attribute__((alias("truncate")));
