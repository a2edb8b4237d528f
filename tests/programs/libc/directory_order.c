// Takes the errno that its comparison leaves for that of scandir.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int order(const struct dirent **a, const struct dirent **b) {
    errno = EIO;
    return alphasort(a, b);
}

static void touch(const char *name) { close(open(name, O_CREAT | O_WRONLY, 0600)); }

int main(void) {
    char place[] = "/tmp/list.XXXXXX";
    assert(mkdtemp(place) && !chdir(place));
    touch("a");
    touch("b");
    struct dirent **list;
    errno = ERANGE;
    int count = scandir(".", &list, NULL, order);
    assert(count == 4 && !strcmp(list[3]->d_name, "b") && errno == EIO); // expect: assert
    for (int i = 0; i < count; i++)
        free(list[i]);
    free(list);
    unlink("a");
    unlink("b");
    chdir("/");
    rmdir(place);
}
