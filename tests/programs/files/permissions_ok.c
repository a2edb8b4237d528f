//@ expect: safe
//@ native: no
// Permissions are those of the user that getuid tells, who owns every file and is not root.
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static mode_t mode_of(const char *path) {
    struct stat s;
    assert(stat(path, &s) == 0);
    assert(s.st_uid == getuid());
    return s.st_mode & 07777;
}

static void refused(int result) {
    assert(result == -1 && errno == EACCES);
}

int main(void) {
    assert(getuid() != 0);
    // A new file's permissions count from the next open on.
    int fd = open("/tmp/a", O_CREAT | O_RDWR, 0);
    assert(fd >= 0 && write(fd, "x", 1) == 1 && mode_of("/tmp/a") == 0);
    close(fd);
    refused(open("/tmp/a", O_RDONLY));
    refused(open("/tmp/a", O_WRONLY));
    assert(!fopen("/tmp/a", "r") && errno == EACCES);
    refused(access("/tmp/a", R_OK));
    assert(access("/tmp/a", F_OK) == 0);
    assert(chmod("/tmp/a", 0400) == 0);
    assert((fd = open("/tmp/a", O_RDONLY)) >= 0);
    close(fd);
    refused(open("/tmp/a", O_RDWR));
    refused(open("/tmp/a", O_RDONLY | O_TRUNC));
    refused(truncate("/tmp/a", 0));
    refused(access("/tmp/a", R_OK | W_OK));
    assert(chmod("/tmp/a", 0077) == 0);
    refused(open("/tmp/a", O_RDONLY));
    // The mask takes permissions away.
    assert(umask(077) == 022);
    fd = open("/tmp/b", O_CREAT | O_WRONLY, 0666);
    assert(fd >= 0 && mode_of("/tmp/b") == 0600);
    close(fd);
    assert(umask(0) == 077);
    FILE *f = fopen("/tmp/c", "w");
    assert(f && mode_of("/tmp/c") == 0666);
    fclose(f);
    umask(022);
    // Directories: names are read, written and gone through.
    assert(mkdir("/tmp/d", 0777) == 0 && mode_of("/tmp/d") == 0755);
    fd = open("/tmp/d/e", O_CREAT | O_WRONLY, 0644);
    close(fd);
    assert(chmod("/tmp/d", 0500) == 0);
    refused(open("/tmp/d/f", O_CREAT | O_WRONLY, 0644));
    refused(unlink("/tmp/d/e"));
    refused(mkdir("/tmp/d/g", 0755));
    refused(rename("/tmp/d/e", "/tmp/e"));
    refused(rename("/tmp/c", "/tmp/d/c"));
    assert((fd = open("/tmp/d/e", O_RDONLY)) >= 0);
    close(fd);
    assert(chmod("/tmp/d", 0300) == 0);
    assert(!opendir("/tmp/d") && errno == EACCES);
    assert(chmod("/tmp/d", 0600) == 0);
    refused(open("/tmp/d/e", O_RDONLY));
    refused(chdir("/tmp/d"));
    DIR *list = opendir("/tmp/d");
    assert(list);
    closedir(list);
    assert(chmod("/tmp/d", 0700) == 0 && unlink("/tmp/d/e") == 0 && rmdir("/tmp/d") == 0);
    return 0;
}
