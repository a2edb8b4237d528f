/* Directories and paths: what <unistd.h>, <stdio.h> and <sys/stat.h> have for names. Links
 * are in file_link.c, what is told of a file in file_status.c, streams of directories in
 * file_list.c. See file.h.
 *
 * Does not model owners: every file belongs to the user that getuid tells, so the owner's
 * permissions count. */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALL_DIRECTORIES = 0755, ALL_FILES = 0644, LINKS_MAX = 40, FIRST_POSITION = 2 };

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

/* posix: umask
 * explored: one action.
 * tests: files/permissions.c files/permissions_ok.c */
MASKED mode_t umask(mode_t mask)
{
    __divine_interrupt_mask();
    mode_t old = file_mask;
    file_mask = mask & 0777;
    return old;
}

/* ---- names ------------------------------------------------------------ */

static struct augur_entry **entry_of(struct augur_inode *directory, const char *name,
                                     size_t length)
{
    struct augur_entry **at = &directory->entries;
    while (*at && (strncmp((*at)->name, name, length) || (*at)->name[length]))
        at = &(*at)->next;
    return at;
}

static struct augur_entry **entry_at(const struct augur_name *name)
{
    return entry_of(name->directory, name->text, name->length);
}

/* At the end of the directory: readers of it count on that. While there are none, the
 * positions start anew, so that what was there once makes no difference. */
void augur_file_enter(const struct augur_name *name, struct augur_inode *inode)
{
    struct augur_inode *directory = name->directory;
    struct augur_entry **at = &directory->entries;
    long position = FIRST_POSITION;
    for (; *at; at = &(*at)->next) {
        if (!directory->lists)
            (*at)->position = position;
        position = (*at)->position + 1;
    }
    struct augur_entry *entry =
        __augur_alloc(sizeof *entry + name->length + 1, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    __divine_memcpy(entry->name, name->text, name->length);
    entry->inode = inode;
    entry->position = position;
    if (inode->kind == AUGUR_DIRECTORY)
        inode->parent = directory;
    inode->links++;
    *at = entry;
}

static void unlink_inode(struct augur_inode *inode)
{
    inode->links--;
    inode->parent = NULL;
    drop_unused(inode);
}

static void remove_entry(struct augur_entry **at)
{
    struct augur_inode *inode = (*at)->inode;
    *at = (*at)->next;
    unlink_inode(inode);
}

static size_t length_of(const char *name)
{
    size_t length = 0;
    while (name[length] && name[length] != '/')
        length++;
    return length;
}

static const char *skip_slashes(const char *path)
{
    while (*path == '/')
        path++;
    return path;
}

static int is_dot(const struct augur_name *name) { return name->length == 1 && name->text[0] == '.'; }

static int is_dot_dot(const struct augur_name *name)
{
    return name->length == 2 && name->text[0] == '.' && name->text[1] == '.';
}

static struct augur_inode *step(const struct augur_name *name)
{
    struct augur_inode *directory = name->directory;
    if (is_dot(name))
        return directory;
    if (is_dot_dot(name))
        return directory->parent ? directory->parent : directory;
    struct augur_entry *entry = *entry_at(name);
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
    struct augur_name name = { .directory = root, .text = skip_slashes(path) };
    for (;;) {
        name.length = length_of(name.text);
        struct augur_inode *next = name.length ? step(&name) : name.directory;
        int is_last = !name.text[name.length];
        if (!next) {
            next = augur_file_new(is_last ? AUGUR_REGULAR : AUGUR_DIRECTORY,
                                  is_last ? ALL_FILES : ALL_DIRECTORIES);
            augur_file_enter(&name, next);
        }
        if (is_last) {
            next->given = index + 1;
            return;
        }
        name.directory = next;
        name.text += name.length + 1;
    }
}

static struct augur_inode *plant(struct augur_inode *directory, const char *text, int kind, int mode)
{
    struct augur_inode *inode = augur_file_new(kind, mode);
    augur_file_enter(&(struct augur_name){ directory, text, strlen(text) }, inode);
    return inode;
}

static void grow_tree(void)
{
    root = augur_file_new(AUGUR_DIRECTORY, ALL_DIRECTORIES);
    root->links = 1;
    current = root;
    current->opens = 1;
    struct augur_inode *devices = plant(root, "dev", AUGUR_DIRECTORY, ALL_DIRECTORIES);
    plant(devices, "null", AUGUR_NULL, 0666);
    plant(devices, "random", AUGUR_RANDOM, 0666);
    plant(devices, "urandom", AUGUR_RANDOM, 0666);
    plant(devices, "shm", AUGUR_DIRECTORY, 0777);
    plant(root, "tmp", AUGUR_DIRECTORY, 0777);
    int count = __augur_given_count(AUGUR_GIVEN_PATHS);
    for (int i = 0; i < count; i++)
        add_given(i);
}

static struct augur_inode *refuse(int error)
{
    errno = error;
    return NULL;
}

/* From a directory on. *links counts the symbolic links that were followed. */
static struct augur_inode *walk(struct augur_inode *at, const char *path, int follows, int *links,
                                struct augur_name *name)
{
    *name = (struct augur_name){ 0 };
    if (*path == '/') {
        at = root;
        path = skip_slashes(path);
    }
    int needs_directory = 0;
    while (*path) {
        size_t length = length_of(path);
        const char *rest = skip_slashes(path + length);
        needs_directory = path[length] != 0;
        *name = (struct augur_name){ 0 };
        if (at->kind != AUGUR_DIRECTORY)
            return refuse(ENOTDIR);
        if (augur_file_refuses(at, X_OK))
            return refuse(EACCES);
        if (length > NAME_MAX)
            return refuse(ENAMETOOLONG);
        *name = (struct augur_name){ at, path, length };
        struct augur_inode *next = step(name);
        if (!next)
            errno = ENOENT;
        if (next && next->kind == AUGUR_LINK && (needs_directory || follows == AUGUR_FOLLOW)) {
            if (++*links > LINKS_MAX)
                next = refuse(ELOOP);
            else
                next = walk(at, next->data, AUGUR_FOLLOW, links, name);
        }
        if (!next) {
            if (*rest || errno != ENOENT)
                name->directory = NULL;
            return NULL;
        }
        at = next;
        path = rest;
    }
    if (needs_directory && at->kind != AUGUR_DIRECTORY) {
        name->directory = NULL;
        return refuse(ENOTDIR);
    }
    return at;
}

struct augur_inode *augur_file_find(int directory, const char *path, int follows,
                                    struct augur_name *name)
{
    *name = (struct augur_name){ 0 };
    if (!root)
        grow_tree();
    if (!*path)
        return refuse(ENOENT);
    struct augur_inode *start = current;
    if (*path != '/' && directory != AT_FDCWD) {
        struct augur_open *open = augur_file_open(directory);
        if (!open)
            return NULL;
        start = open->inode;
    }
    int links = 0;
    return walk(start, path, follows, &links, name);
}

int augur_file_no_entry(const struct augur_name *name)
{
    if (augur_file_refuses(name->directory, W_OK | X_OK))
        return EACCES;
    return name->directory->links ? 0 : ENOENT;
}

/* ---- changing directories --------------------------------------------- */

/* Names are part of the directory that they are in. */
static int is_fixed(const struct augur_name *name)
{
    return name->directory && augur_file_refuses(name->directory, W_OK | X_OK);
}

/* posix: mkdir mkdirat rmdir unlink unlinkat remove rename renameat chdir fchdir
 * explored: one action each.
 * faults: io
 * tests: faults/io_calls.c faults/io_calls_ok.c files/tree_ok.c files/links_ok.c files/at_ok.c */
MASKED int mkdirat(int directory, const char *path, mode_t mode)
{
    __divine_interrupt_mask();
    struct augur_name name;
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(ENOSPC);
    if (augur_file_find(directory, path, AUGUR_FIND_LINK, &name))
        return augur_fail(EEXIST);
    if (!name.directory)
        return -1;
    int error = augur_file_no_entry(&name);
    if (error)
        return augur_fail(error);
    augur_file_enter(&name, augur_file_new(AUGUR_DIRECTORY, augur_file_mode(mode & 01777)));
    return 0;
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

/* Why a directory cannot be removed, or 0. */
static int remains(const struct augur_inode *inode, const struct augur_name *name)
{
    if (inode->kind != AUGUR_DIRECTORY)
        return ENOTDIR;
    if (inode == root)
        return EBUSY;
    if (is_dot(name))
        return EINVAL;
    return inode->entries || is_dot_dot(name) ? ENOTEMPTY : 0;
}

enum { ANY = -1 };

/* flags: AT_REMOVEDIR, 0, or ANY for what it is. */
static MASKED int remove_path(int directory, const char *path, int flags)
{
    __divine_interrupt_mask();
    struct augur_name name;
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = augur_file_find(directory, path, AUGUR_FIND_LINK, &name);
    if (!inode)
        return -1;
    if (is_fixed(&name))
        return augur_fail(EACCES);
    int is_directory = inode->kind == AUGUR_DIRECTORY;
    if (flags == ANY ? is_directory : flags & AT_REMOVEDIR) {
        int error = remains(inode, &name);
        if (error)
            return augur_fail(error);
    } else if (is_directory)
        return augur_fail(EISDIR);
    remove_entry(entry_at(&name));
    return 0;
}

int rmdir(const char *path) { return remove_path(AT_FDCWD, path, AT_REMOVEDIR); }
int unlink(const char *path) { return remove_path(AT_FDCWD, path, 0); }
int unlinkat(int directory, const char *path, int flags) { return remove_path(directory, path, flags); }
int remove(const char *path) { return remove_path(AT_FDCWD, path, ANY); }

static int is_inside(const struct augur_inode *inode, const struct augur_inode *directory)
{
    while (inode && inode != directory)
        inode = inode->parent;
    return inode != NULL;
}

/* Why a file cannot come in the place of another (or of none), or 0. */
static int cannot_move(const struct augur_inode *inode, const struct augur_name *from,
                       const struct augur_inode *old, const struct augur_name *to)
{
    int is_directory = inode->kind == AUGUR_DIRECTORY;
    if (inode == root || old == root || is_dot(from) || is_dot_dot(from) || is_dot(to) || is_dot_dot(to))
        return EBUSY;
    if (is_directory && is_inside(to->directory, inode))
        return EINVAL;
    if (is_fixed(from))
        return EACCES;
    if (!old)
        return !is_directory && to->text[to->length] ? ENOTDIR : augur_file_no_entry(to);
    if (is_fixed(to))
        return EACCES;
    if (is_directory != (old->kind == AUGUR_DIRECTORY))
        return is_directory ? ENOTDIR : EISDIR;
    return old->entries ? ENOTEMPTY : 0;
}

MASKED int renameat(int from_directory, const char *from, int to_directory, const char *to)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(ENOSPC);
    struct augur_name source, target;
    struct augur_inode *inode = augur_file_find(from_directory, from, AUGUR_FIND_LINK, &source);
    if (!inode)
        return -1;
    struct augur_inode *old = augur_file_find(to_directory, to, AUGUR_FIND_LINK, &target);
    if (old == inode)
        return 0;
    if (!old && !target.directory)
        return -1;
    int error = cannot_move(inode, &source, old, &target);
    if (error)
        return augur_fail(error);
    inode->links++;
    remove_entry(entry_at(&source));
    if (old) {
        (*entry_at(&target))->inode = inode;
        if (inode->kind == AUGUR_DIRECTORY)
            inode->parent = target.directory;
        unlink_inode(old);
        return 0;
    }
    augur_file_enter(&target, inode);
    inode->links--;
    return 0;
}

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

static int go_to(struct augur_inode *inode)
{
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

MASKED int chdir(const char *path)
{
    __divine_interrupt_mask();
    struct augur_name name;
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    return go_to(augur_file_find(AT_FDCWD, path, AUGUR_FOLLOW, &name));
}

MASKED int fchdir(int fd)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_open *open = augur_file_open(fd);
    return open ? go_to(open->inode) : -1;
}

/* Where the name of a directory is. */
static const char *name_of(const struct augur_inode *inode)
{
    const struct augur_entry *entry = inode->parent->entries;
    while (entry->inode != inode)
        entry = entry->next;
    return entry->name;
}

char *augur_file_path(const struct augur_inode *directory, char *path)
{
    size_t at = PATH_MAX - 1;
    path[at] = 0;
    for (; directory->parent; directory = directory->parent) {
        const char *name = name_of(directory);
        size_t length = strlen(name);
        if (length + 1 > at) {
            errno = ENAMETOOLONG;
            return NULL;
        }
        at -= length;
        __divine_memcpy(path + at, name, length);
        path[--at] = '/';
    }
    if (directory != root) {
        errno = ENOENT;
        return NULL;
    }
    if (at == PATH_MAX - 1)
        path[--at] = '/';
    return path + at;
}

static MASKED char *current_path(char path[PATH_MAX])
{
    __divine_interrupt_mask();
    if (root)
        return augur_file_path(current, path);
    return __builtin_memcpy(path + PATH_MAX - 2, "/", 2);
}

/* posix: getcwd get_current_dir_name
 * explored: one action.
 * faults: malloc (without an array)
 * accesses: w the path.
 * tests: races:getcwd races:both_getcwd_unlink files/tree_ok.c */
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
