//@ expect: leak
// The entries of the list are blocks of their own, which this program forgets.
#define _GNU_SOURCE
#include <dirent.h>
#include <stdlib.h>

int main(void) {
    struct dirent **list;
    if (scandir("/", &list, NULL, alphasort) >= 0)
        free(list);
    return 0;
}
