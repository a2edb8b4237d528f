//@ expect: safe
// The entries of a directory as a sorted list, some of them left out.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void touch(const char *name) { close(open(name, O_CREAT | O_WRONLY, 0600)); }

int main(void) {
    char place[] = "/tmp/list.XXXXXX";
    assert(mkdtemp(place) && !chdir(place));
    touch("b10");
    touch("b9");
    touch("a");
    struct dirent **list;
    assert(scandir(".", &list, is_visible, alphasort) == 3);
    assert(!strcmp(list[0]->d_name, "a") && !strcmp(list[1]->d_name, "b10") && !strcmp(list[2]->d_name, "b9"));
    for (int i = 0; i < 3; i++)
        free(list[i]);
    free(list);
    assert(scandir(place, &list, NULL, versionsort) == 5);
    assert(!strcmp(list[0]->d_name, ".") && !strcmp(list[3]->d_name, "b9"));
    for (int i = 0; i < 5; i++)
        free(list[i]);
    free(list);
    assert(scandir("nowhere", &list, NULL, NULL) == -1);
    unlink("a");
    unlink("b9");
    unlink("b10");
    assert(!chdir("/") && !rmdir(place));
    return 0;
}
