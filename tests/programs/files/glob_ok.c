//@ expect: safe
// Names that match, sorted, with and without directories, and what is done when there are none.
#include <assert.h>
#include <fcntl.h>
#include <glob.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void make(const char *path) { close(open(path, O_CREAT | O_WRONLY, 0600)); }

static int is(const glob_t *found, size_t at, const char *path) { return !strcmp(found->gl_pathv[at], path); }

int main(void)
{
    assert(!mkdir("/tmp/augur-glob", 0700) && !mkdir("/tmp/augur-glob/d", 0700));
    make("/tmp/augur-glob/b.c");
    make("/tmp/augur-glob/a.c");
    make("/tmp/augur-glob/.c");
    make("/tmp/augur-glob/d/e.c");
    glob_t found;
    assert(!glob("/tmp/augur-glob/*.c", 0, 0, &found) && found.gl_pathc == 2);
    assert(is(&found, 0, "/tmp/augur-glob/a.c") && is(&found, 1, "/tmp/augur-glob/b.c") && !found.gl_pathv[2]);
    assert(!glob("/tmp/augur-glob/*/?.c", GLOB_APPEND, 0, &found) && found.gl_pathc == 3);
    assert(is(&found, 2, "/tmp/augur-glob/d/e.c"));
    globfree(&found);
    assert(!glob("/tmp/augur-[g]lob/[!a]*", GLOB_MARK, 0, &found) && found.gl_pathc == 2);
    assert(is(&found, 1, "/tmp/augur-glob/d/"));
    globfree(&found);
    assert(glob("/tmp/augur-glob/*.h", 0, 0, &found) == GLOB_NOMATCH);
    assert(!glob("/tmp/augur-glob/*.h", GLOB_NOCHECK, 0, &found) && is(&found, 0, "/tmp/augur-glob/*.h"));
    globfree(&found);
    assert(!glob("/tmp/augur-glob/a\\.c", 0, 0, &found) && is(&found, 0, "/tmp/augur-glob/a.c"));
    globfree(&found);
    unlink("/tmp/augur-glob/a.c");
    unlink("/tmp/augur-glob/b.c");
    unlink("/tmp/augur-glob/.c");
    unlink("/tmp/augur-glob/d/e.c");
    rmdir("/tmp/augur-glob/d");
    rmdir("/tmp/augur-glob");
    return 0;
}
