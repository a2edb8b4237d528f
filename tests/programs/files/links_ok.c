//@ expect: safe
// Links of both kinds. In a directory of its own, so that it runs anywhere.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fails(int result, int error) { return result == -1 && errno == error; }

int main(void)
{
    char base[] = "/tmp/links-XXXXXX", text[PATH_MAX], expected[PATH_MAX];
    struct stat one, other;
    assert(mkdtemp(base) && !chdir(base));
    int fd = open("file", O_CREAT | O_WRONLY, 0600);
    assert(fd >= 0 && write(fd, "words", 5) == 5 && !close(fd));

    assert(!link("file", "hard") && !stat("file", &one) && !stat("hard", &other));
    assert(one.st_ino == other.st_ino && one.st_nlink == 2);
    assert(fails(link("file", "hard"), EEXIST) && fails(link(".", "here"), EPERM));
    assert(!unlink("file") && !stat("hard", &other) && other.st_nlink == 1 && other.st_size == 5);
    assert(!rename("hard", "file"));

    assert(!symlink("file", "soft") && !mkdir("d", 0700) && !symlink("..", "d/up"));
    assert(!lstat("soft", &one) && S_ISLNK(one.st_mode) && one.st_size == 4);
    assert(!stat("soft", &one) && S_ISREG(one.st_mode) && !stat("d/up/soft", &other) && one.st_ino == other.st_ino);
    assert(readlink("soft", text, sizeof text) == 4 && !memcmp(text, "file", 4));
    assert(readlink("soft", text, 2) == 2 && fails((int)readlink("file", text, 9), EINVAL));
    sprintf(expected, "%s/file", base);
    assert(realpath("d/up/d/../soft", text) == text && !strcmp(text, expected));
    char *path = realpath(".", NULL);
    assert(path && !strcmp(path, base));
    free(path);

    // A path ends at a link, or goes through it.
    assert(fails(open("soft", O_RDONLY | O_NOFOLLOW), ELOOP));
    assert(fails(open("d/up", O_RDONLY | O_NOFOLLOW | O_DIRECTORY), ENOTDIR));
    assert(fails(open("soft", O_CREAT | O_EXCL | O_WRONLY, 0600), EEXIST));
    assert(fails(open("file/", O_RDONLY), ENOTDIR) && fails(mkdir("soft", 0700), EEXIST));
    assert(fails(rmdir("d/up"), ENOTDIR) && !unlink("d/up") && !rmdir("d"));

    // One that leads nowhere, and circles.
    assert(!symlink("later", "ahead") && fails(stat("ahead", &one), ENOENT));
    assert(!realpath("ahead", text) && errno == ENOENT);
    fd = open("ahead", O_CREAT | O_WRONLY, 0600);
    assert(fd >= 0 && !close(fd) && !stat("later", &one) && S_ISREG(one.st_mode));
    assert(!symlink("b", "a") && !symlink("a", "b") && fails(stat("a", &one), ELOOP));
    assert(fails(symlink("", "c"), ENOENT) && fails(symlink("x", "a"), EEXIST));

    // Removing a link leaves what it stands for.
    assert(!unlink("soft") && !access("file", R_OK) && !unlink("file") && !unlink("later"));
    assert(!unlink("ahead") && !unlink("a") && !unlink("b") && !chdir("/") && !rmdir(base));
    return 0;
}
