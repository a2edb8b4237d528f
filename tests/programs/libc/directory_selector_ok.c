//@ expect: safe
// What a selector does to errno is no error of scandir, and is not left behind.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_wanted(const struct dirent *entry) {
    errno = EINVAL;
    return entry->d_name[0] == 'a';
}

static void touch(const char *name) { close(open(name, O_CREAT | O_WRONLY, 0600)); }

int main(void) {
    char place[] = "/tmp/list.XXXXXX";
    assert(mkdtemp(place) && !chdir(place));
    touch("a");
    touch("b");
    struct dirent **list;
    errno = ERANGE;
    int count = scandir(".", &list, is_wanted, alphasort);
    assert(count == 1 && !strcmp(list[0]->d_name, "a") && errno == ERANGE);
    free(list[0]);
    free(list);
    unlink("a");
    unlink("b");
    chdir("/");
    rmdir(place);
}
