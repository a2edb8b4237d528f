// So is a directory.
#include <dirent.h>
#include <stdlib.h>

int main(void) {
    DIR *directory = opendir("/");
    free(directory); // expect: invalid-free
    return 0;
}
