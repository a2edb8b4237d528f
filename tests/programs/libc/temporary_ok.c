//@ expect: safe
// Files and directories with names that were not there before.
#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char directory[] = "/tmp/augur-XXXXXX", a[64], b[64], bad[] = "nothing";
    assert(mkdtemp(directory) && strcmp(directory, "/tmp/augur-XXXXXX") != 0);
    strcpy(a, directory);
    strcat(a, "/XXXXXX");
    strcpy(b, a);
    strcat(b, ".txt");
    int first = mkstemp(a), second = mkstemps(b, 4);
    assert(first >= 0 && second >= 0 && first != second && strcmp(a, b) != 0);
    assert(write(first, "x", 1) == 1 && mkstemp(bad) == -1);
    close(first);
    close(second);
    assert(access(a, F_OK) == 0 && unlink(a) == 0 && unlink(b) == 0 && rmdir(directory) == 0);
    char one[L_tmpnam], two[L_tmpnam];
    assert(tmpnam(one) == one && tmpnam(two) == two && strcmp(one, two) != 0 && access(one, F_OK) != 0);
    return 0;
}
