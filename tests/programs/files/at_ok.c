//@ expect: safe
// Paths that start at a directory's descriptor; reading a directory while it changes.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

static int fails(int result, int error) { return result == -1 && errno == error; }

int main(void)
{
    char base[] = "/tmp/at-XXXXXX", name[8], where[64];
    struct stat one, other;
    struct statvfs disk;
    int count = 0;
    assert(mkdtemp(base));
    int top = open(base, O_RDONLY | O_DIRECTORY);
    assert(top >= 0 && !mkdirat(top, "sub", 0700));
    for (int i = 0; i < 4; i++) {
        sprintf(name, "sub/%d", i);
        int fd = openat(top, name, O_CREAT | O_WRONLY, 0600);
        assert(fd >= 0 && write(fd, name, 3) == 3 && !close(fd));
    }
    assert(!fstatat(top, "sub/0", &one, 0) && one.st_size == 3);
    assert(!renameat(top, "sub/0", top, "moved") && !faccessat(top, "moved", R_OK | W_OK, 0));
    assert(fails(faccessat(top, "sub/0", F_OK, 0), ENOENT) && !fchmodat(top, "moved", 0400, 0));
    assert(!fstatat(top, "moved", &other, 0) && (other.st_mode & 0777) == 0400 && one.st_ino == other.st_ino);
    assert(!linkat(top, "moved", top, "sub/again", 0) && !symlinkat("moved", top, "soft"));
    assert(readlinkat(top, "soft", where, sizeof where) == 5 && !fchownat(top, "soft", getuid(), getgid(), AT_SYMLINK_NOFOLLOW));
    assert(fails(openat(99, "x", O_RDONLY), EBADF) && fails(openat(0, "x", O_RDONLY), ENOTDIR));

    // Each is found once although those before it go.
    int sub = openat(top, "sub", O_RDONLY | O_DIRECTORY);
    DIR *list = fdopendir(sub);
    assert(list && dirfd(list) == sub);
    for (struct dirent *entry; (entry = readdir(list));)
        if (entry->d_name[0] != '.')
            assert(entry->d_type == DT_REG && !unlinkat(dirfd(list), entry->d_name, 0) && ++count);
    assert(count == 4 && !closedir(list) && fails(close(sub), EBADF));

    // A directory that is gone is empty and has no path.
    assert(!fchdir(top) && !chdir("sub") && getcwd(where, sizeof where) && !rmdir("../sub"));
    assert(!getcwd(where, sizeof where) && errno == ENOENT && fails(mkdir("x", 0700), ENOENT));

    assert(!statvfs("/", &disk) && disk.f_bsize && disk.f_bavail <= disk.f_blocks);
    struct statfs system;
    assert(!statfs("/", &system) && system.f_bsize && system.f_bavail <= system.f_blocks);
    int fd = openat(top, "moved", O_RDONLY), left = 0;
    assert(read(fd, name, 1) == 1 && !ioctl(fd, FIONREAD, &left) && left == 2);
    assert(fails(ioctl(fd, TCGETS, where), ENOTTY) && !close(fd));
    assert(!unlinkat(top, "soft", 0) && !unlinkat(top, "moved", 0) && !chdir("/"));
    assert(fails(unlinkat(AT_FDCWD, base, 0), EISDIR) && !unlinkat(AT_FDCWD, base, AT_REMOVEDIR) && !close(top));
    return 0;
}
