/* <stdlib.h>, <stdio.h>: files and directories with a new name, and new names. Any name that is not taken
 * would do; ours are the first in the alphabet. */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LETTERS = 6 };

/* Tries names until one is new: make() returns -1 with EEXIST for others. */
static int with_new_name(char *template, int suffix, int (*make)(const char *path, int flags),
                         int flags)
{
    size_t length = strlen(template);
    if (suffix < 0 || length < (size_t)(LETTERS + suffix) ||
        strncmp(template + length - LETTERS - suffix, "XXXXXX", LETTERS) != 0) {
        errno = EINVAL;
        return -1;
    }
    char *letters = template + length - LETTERS - suffix;
    memset(letters, 'a', LETTERS);
    for (;;) {
        int result = make(template, flags);
        if (result >= 0 || errno != EEXIST)
            return result;
        int i = LETTERS - 1;
        while (i >= 0 && letters[i] == 'z')
            letters[i--] = 'a';
        if (i < 0)
            return -1;
        letters[i]++;
    }
}

static int make_file(const char *path, int flags)
{
    return augur_file_open_path(AT_FDCWD, path, O_RDWR | O_CREAT | O_EXCL | (flags & ~O_ACCMODE), 0600);
}

static int make_directory(const char *path, int flags)
{
    return (void)flags, mkdir(path, 0700);
}

/* Others see the name when the file is there. */
static int told(char *template, int result)
{
    if (result >= 0)
        augur_writes(template, augur_length(template, SIZE_MAX));
    return result;
}

static MASKED int new_file(char *template, int suffix, int flags)
{
    __divine_interrupt_mask();
    return with_new_name(template, suffix, make_file, flags);
}

#define TEMPORARY(name, parameters, suffix, flags)                      \
    int name parameters                                                 \
    {                                                                   \
        pthread_testcancel();                                           \
        return told(template, new_file(template, suffix, flags));       \
    }
TEMPORARY(mkstemp, (char *template), 0, 0)
TEMPORARY(mkstemp64, (char *template), 0, 0)
TEMPORARY(mkstemps, (char *template, int suffix), suffix, 0)
TEMPORARY(mkstemps64, (char *template, int suffix), suffix, 0)
TEMPORARY(mkostemp, (char *template, int flags), 0, flags)
TEMPORARY(mkostemp64, (char *template, int flags), 0, flags)
TEMPORARY(mkostemps, (char *template, int suffix, int flags), suffix, flags)
TEMPORARY(mkostemps64, (char *template, int suffix, int flags), suffix, flags)

static MASKED int new_directory(char *template)
{
    __divine_interrupt_mask();
    return with_new_name(template, 0, make_directory, 0);
}

char *mkdtemp(char *template)
{
    return told(template, new_directory(template)) < 0 ? NULL : template;
}

/* How many names tmpnam has given away: no two calls give the same. */
static unsigned names;

static int make_nothing(const char *path, int flags)
{
    static unsigned passed;
    (void)flags;
    if (access(path, F_OK) == 0 || passed++ < names) {
        errno = EEXIST;
        return -1;
    }
    passed = 0;
    names++;
    return 0;
}

/* posix: others
 * explored: the first name in the alphabet that is new, made and opened in one action.
 * left out: all other names.
 * faults: io
 * accesses: r and w the template.
 * tests: races:mkstemp races:both_mkstemp races:both_mkdtemp libc/temporary_ok.c */

/* posix: tmpnam tmpnam_r
 * explored: the first name in the alphabet that is new.
 * left out: all other names; whether others take it before the program does.
 * accesses: w the name; without one, w a hidden array: two such calls race.
 * tests: races:tmpnam races:both_tmpnam races:both_tmpnam_own */

static MASKED int new_name(char *path)
{
    __divine_interrupt_mask();
    strcpy(path, "/tmp/fileXXXXXX");
    return with_new_name(path, 0, make_nothing, 0);
}

char *tmpnam(char *name)
{
    static char own[L_tmpnam];
    char *path = name ? name : own;
    return told(path, new_name(path)) < 0 ? NULL : path;
}

char *tmpnam_r(char *name) { return name ? tmpnam(name) : NULL; }
