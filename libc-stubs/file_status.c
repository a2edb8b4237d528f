/* What is told of a file, and what can be set: <sys/stat.h>, <sys/statvfs.h>, <utime.h>, and
 * a part of <unistd.h>. See file.h.
 *
 * Times are those that somebody has set; where nobody has, or the file was changed since, they
 * are 0. */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <linux/random.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

enum { BLOCK = 512 };

static struct augur_inode *find(int directory, const char *path, int flags)
{
    struct augur_name name;
    return augur_file_find(directory, path,
                           flags & AT_SYMLINK_NOFOLLOW ? AUGUR_FIND_LINK : AUGUR_FOLLOW, &name);
}

static struct augur_inode *inode_of(int fd)
{
    struct augur_open *open = augur_file_open(fd);
    return open ? open->inode : NULL;
}

/* ---- status ----------------------------------------------------------- */

static int describe(const struct augur_inode *inode, struct stat *result)
{
    static const unsigned types[] = { S_IFREG, S_IFDIR, S_IFIFO, S_IFCHR, S_IFIFO, S_IFLNK, S_IFCHR,
                                      S_IFSOCK, 0, 0 };
    size_t size = inode->kind == AUGUR_REGULAR ? augur_file_size(inode)
                  : inode->kind == AUGUR_LINK  ? inode->size
                                               : 0;
    *result = (struct stat){
        .st_dev = 1, .st_ino = (ino_t)inode->number, .st_nlink = (nlink_t)inode->links,
        .st_mode = types[inode->kind] | (unsigned)inode->mode, .st_uid = 1000, .st_gid = 1000,
        .st_size = (off_t)size, .st_blksize = 4096, .st_blocks = (long)(size + BLOCK - 1) / BLOCK,
    };
    if (inode->times) {
        result->st_atim = inode->times->accessed;
        result->st_mtim = inode->times->modified;
    }
    return 0;
}

static MASKED int describe_path(int directory, const char *path, struct stat *result, int flags)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = find(directory, path, flags);
    return inode ? describe(inode, result) : -1;
}

static MASKED int describe_open(int fd, struct stat *result)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = inode_of(fd);
    return inode ? describe(inode, result) : -1;
}

static int or_tell(int error, struct stat *result)
{
    if (!error)
        augur_writes(result, sizeof *result);
    return error;
}

/* posix: stat fstat lstat fstatat
 * explored: one action each; living files have different numbers, a new one the lowest that
 *   is free. Times are those that utimensat and its like have set, and 0 for all other files and
 *   for files that were written to since.
 * left out: other times; owners; the links that a directory has by its parts.
 * faults: io
 * accesses: result w
 * tests: files/numbers_ok.c files/links_ok.c files/times_ok.c faults/io_calls.c faults/io_calls_ok.c */
int fstatat(int directory, const char *restrict path, struct stat *restrict result, int flags)
{
    if (flags & AT_EMPTY_PATH && !*path)
        return fstat(directory, result);
    return or_tell(describe_path(directory, path, result, flags), result);
}

int fstat(int fd, struct stat *result) { return or_tell(describe_open(fd, result), result); }

int stat(const char *restrict path, struct stat *restrict result)
{
    return fstatat(AT_FDCWD, path, result, 0);
}

int lstat(const char *restrict path, struct stat *restrict result)
{
    return fstatat(AT_FDCWD, path, result, AT_SYMLINK_NOFOLLOW);
}

/* ---- permissions ------------------------------------------------------ */

/* posix: access faccessat chmod fchmod fchmodat
 * explored: one action each; permissions are enforced for the user that getuid tells.
 * faults: io (not fchmod)
 * accesses: r the path.
 * tests: files/permissions.c files/permissions_ok.c files/at_ok.c faults/io_calls.c
 *   faults/io_calls_ok.c races:chmod races:access */
MASKED int faccessat(int directory, const char *path, int mode, int flags)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = find(directory, path, flags);
    if (!inode)
        return -1;
    return augur_file_refuses(inode, mode) ? augur_fail(EACCES) : 0;
}

int access(const char *path, int mode) { return faccessat(AT_FDCWD, path, mode, 0); }

MASKED int fchmodat(int directory, const char *path, mode_t mode, int flags)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = find(directory, path, flags);
    if (!inode)
        return -1;
    if (inode->kind == AUGUR_LINK)
        return augur_fail(EOPNOTSUPP);
    inode->mode = mode & 07777;
    return 0;
}

int chmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, 0); }

MASKED int fchmod(int fd, mode_t mode)
{
    __divine_interrupt_mask();
    struct augur_inode *inode = inode_of(fd);
    if (!inode)
        return -1;
    inode->mode = mode & 07777;
    return 0;
}

/* posix: chown lchown fchown fchownat
 * explored: one action each; nothing changes.
 * left out: other owners (EPERM).
 * accesses: r the path.
 * tests: files/permissions.c files/at_ok.c */
int fchownat(int directory, const char *path, uid_t owner, gid_t group, int flags)
{
    (void)owner, (void)group;
    return faccessat(directory, path, F_OK, flags);
}

int chown(const char *path, uid_t owner, gid_t group)
{
    return fchownat(AT_FDCWD, path, owner, group, 0);
}

int lchown(const char *path, uid_t owner, gid_t group)
{
    return fchownat(AT_FDCWD, path, owner, group, AT_SYMLINK_NOFOLLOW);
}

MASKED int fchown(int fd, uid_t owner, gid_t group)
{
    __divine_interrupt_mask();
    (void)owner, (void)group;
    return inode_of(fd) ? 0 : -1;
}

/* ---- times ------------------------------------------------------------ */

/* 0 for now: the time of all files whose times nobody has set. */
static int take_time(struct timespec *to, const struct timespec *wanted)
{
    if (wanted->tv_nsec == UTIME_OMIT)
        return 0;
    if (wanted->tv_nsec == UTIME_NOW)
        *to = (struct timespec){ 0 };
    else if (wanted->tv_nsec >= 0 && wanted->tv_nsec < 1000000000)
        *to = *wanted;
    else
        return augur_fail(EINVAL);
    return 0;
}

static int set_times(struct augur_inode *inode, const struct timespec times[2])
{
    struct augur_times own = { 0 };
    if (inode->times)
        own = *inode->times;
    if (take_time(&own.accessed, &times[0]) || take_time(&own.modified, &times[1]))
        return -1;
    if (!inode->times)
        inode->times = __augur_alloc(sizeof *inode->times, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    *inode->times = own;
    return 0;
}

static MASKED int set_times_at(int directory, const char *path, const struct timespec times[2], int flags)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = path ? find(directory, path, flags) : inode_of(directory);
    return inode ? set_times(inode, times) : -1;
}

/* posix: utimensat futimens utimes utime
 * explored: one action each; now (no times, UTIME_NOW) is 0, as for a file that nobody has set
 *   a time of.
 * left out: times that go on with the clock.
 * faults: io
 * accesses: r the path and the times.
 * tests: files/times_ok.c races:utimensat */
static int set_or_now(int directory, const char *path, const struct timespec *times, int flags)
{
    struct timespec own[2] = { { .tv_nsec = UTIME_NOW }, { .tv_nsec = UTIME_NOW } };
    if (times) {
        own[0] = times[0];
        own[1] = times[1];
    }
    return set_times_at(directory, path, own, flags);
}

int utimensat(int directory, const char *path, const struct timespec times[2], int flags)
{
    return set_or_now(directory, path, times, flags);
}

int futimens(int fd, const struct timespec times[2]) { return set_or_now(fd, NULL, times, 0); }

int utimes(const char *path, const struct timeval times[2])
{
    if (!times)
        return utimensat(AT_FDCWD, path, NULL, 0);
    struct timespec own[2];
    for (int i = 0; i < 2; i++) {
        if (times[i].tv_usec < 0 || times[i].tv_usec >= 1000000)
            return augur_fail(EINVAL);
        own[i] = (struct timespec){ times[i].tv_sec, times[i].tv_usec * 1000 };
    }
    return utimensat(AT_FDCWD, path, own, 0);
}

int utime(const char *path, const struct utimbuf *times)
{
    if (!times)
        return utimensat(AT_FDCWD, path, NULL, 0);
    return utimensat(AT_FDCWD, path,
                     (struct timespec[]){ { .tv_sec = times->actime }, { .tv_sec = times->modtime } }, 0);
}

/* ---- sizes ------------------------------------------------------------ */

MASKED int truncate(const char *path, off_t size)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = find(AT_FDCWD, path, 0);
    if (!inode)
        return -1;
    if (inode->kind != AUGUR_REGULAR || size < 0)
        return augur_fail(inode->kind == AUGUR_DIRECTORY ? EISDIR : EINVAL);
    if (augur_file_refuses(inode, W_OK))
        return augur_fail(EACCES);
    augur_file_resize(inode, (size_t)size);
    return 0;
}

/* posix: truncate
 * explored: one action.
 * faults: io
 * tests: faults/io_calls.c faults/io_calls_ok.c */

/* posix: statvfs fstatvfs
 * explored: one action each; a disk of one gibibyte on which nothing is used.
 * left out: other disks, and what the files take.
 * accesses: result w
 * tests: files/at_ok.c races:statvfs */
static int describe_disk(struct statvfs *result)
{
    enum { PAGE = 4096, PAGES = 1 << 18, FILES = 1 << 16 };
    *result = (struct statvfs){
        .f_bsize = PAGE, .f_frsize = PAGE, .f_blocks = PAGES, .f_bfree = PAGES, .f_bavail = PAGES,
        .f_files = FILES, .f_ffree = FILES, .f_favail = FILES, .f_namemax = NAME_MAX,
    };
    return 0;
}

int statvfs(const char *restrict path, struct statvfs *restrict result)
{
    return access(path, F_OK) ? -1 : describe_disk(result);
}

int fstatvfs(int fd, struct statvfs *result)
{
    struct stat unused;
    return fstat(fd, &unused) ? -1 : describe_disk(result);
}

/* posix: statfs fstatfs
 * explored: one action each; the same disk, which is one in memory by its type.
 * left out: other disks, and what the files take.
 * accesses: result w
 * tests: files/at_ok.c files/disk_race.c */
static int describe_system(const struct statvfs *disk, struct statfs *result)
{
    enum { IN_MEMORY = 0x01021994 };
    *result = (struct statfs){
        .f_type = IN_MEMORY, .f_bsize = (long)disk->f_bsize, .f_frsize = (long)disk->f_frsize,
        .f_blocks = disk->f_blocks, .f_bfree = disk->f_bfree, .f_bavail = disk->f_bavail,
        .f_files = disk->f_files, .f_ffree = disk->f_ffree, .f_namelen = (long)disk->f_namemax,
    };
    return 0;
}

int statfs(const char *path, struct statfs *result)
{
    struct statvfs disk;
    return statvfs(path, &disk) ? -1 : describe_system(&disk, result);
}

int fstatfs(int fd, struct statfs *result)
{
    struct statvfs disk;
    return fstatvfs(fd, &disk) ? -1 : describe_system(&disk, result);
}

/* ---- devices ---------------------------------------------------------- */

/* How much a read would find at once, or how many random bits there are; -1 with errno set. */
static MASKED int answer(int fd, unsigned long request)
{
    enum { RANDOM_BITS = 256 };
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    int kind = open->inode->kind;
    if (request == RNDGETENTCNT && kind == AUGUR_RANDOM)
        return RANDOM_BITS;
    if (request == FIONREAD && kind == AUGUR_SOCKET) {
        struct augur_inode *parts[3] = { 0 };
        augur_socket_parts(open->inode, parts);
        return parts[1] ? (int)parts[1]->size : 0;
    }
    if (request == FIONREAD && kind == AUGUR_PIPE)
        return (int)open->inode->size;
    if (request != FIONREAD || kind != AUGUR_REGULAR)
        return augur_fail(ENOTTY);
    long size = (long)augur_file_size(open->inode);
    return open->offset < size ? (int)(size - open->offset) : 0;
}

/* posix: ioctl
 * explored: FIONREAD and RNDGETENTCNT, one action each; nothing is a terminal (ENOTTY).
 * left out: all other requests (`unsupported`).
 * accesses: w the result.
 * tests: files/at_ok.c files/no_terminal.c */
int ioctl(int fd, unsigned long request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    int *result = va_arg(arguments, int *);
    va_end(arguments);
    if (request == TCGETS || request == TIOCGWINSZ)
        return isatty(fd) - 1;
    if (request != FIONREAD && request != RNDGETENTCNT)
        __augur_unsupported("ioctl with this request");
    int number = answer(fd, request);
    if (number < 0)
        return -1;
    *result = number;
    return 0;
}

/* ---- names for large files -------------------------------------------- */

int stat64(const char *, struct stat64 *) __attribute__((alias("stat")));
int lstat64(const char *, struct stat64 *) __attribute__((alias("lstat")));
int fstat64(int, struct stat64 *) __attribute__((alias("fstat")));
int fstatat64(int, const char *, struct stat64 *, int) __attribute__((alias("fstatat")));
int truncate64(const char *, off64_t) __attribute__((alias("truncate")));
int statvfs64(const char *, struct statvfs64 *) __attribute__((alias("statvfs")));
int fstatvfs64(int, struct statvfs64 *) __attribute__((alias("fstatvfs")));
int statfs64(const char *, struct statfs64 *) __attribute__((alias("statfs")));
int fstatfs64(int, struct statfs64 *) __attribute__((alias("fstatfs")));
