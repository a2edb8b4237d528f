/* <glob.h>: paths that match a pattern. Directories are read as the program could do it itself, one
 * after the other, so what others do meanwhile is found or not. */
#include "libc.h"
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <linux/limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct search {
    int flags;
    int (*on_error)(const char *path, int error);
    char **found;
    size_t count;
    char path[PATH_MAX];
};

static int is_plain(const char *part, int flags)
{
    for (; *part; part++) {
        if (strchr("*?[", *part))
            return 0;
        if (*part == '\\' && !(flags & GLOB_NOESCAPE) && part[1])
            part++;
    }
    return 1;
}

static int is_directory(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

static int add(struct search *search, const char *path, int marks)
{
    size_t length = strlen(path);
    char **found = realloc(search->found, (search->count + 1) * sizeof *found);
    if (found)
        search->found = found;
    char *copy = found ? malloc(length + 2) : NULL;
    if (!copy)
        return GLOB_NOSPACE;
    memcpy(copy, path, length + 1);
    if (marks && length && path[length - 1] != '/' && is_directory(path))
        memcpy(copy + length, "/", 2);
    search->found[search->count++] = copy;
    return 0;
}

static int look(struct search *search, size_t length, const char *rest);

/* What stands behind `length` bytes of the path is the next part; then comes the rest. */
static int go_on(struct search *search, const char *part, size_t length, const char *rest)
{
    size_t more = strlen(part);
    if (length + more >= PATH_MAX)
        return 0;
    memcpy(search->path + length, part, more + 1);
    return look(search, length + more, rest);
}

static int look_among(struct search *search, size_t length, const char *part, const char *rest)
{
    DIR *directory = opendir(length ? search->path : ".");
    if (!directory)
        return (search->on_error && search->on_error(search->path, errno)) || search->flags & GLOB_ERR
                   ? GLOB_ABORTED : 0;
    int result = 0, how = (search->flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0) |
                          (search->flags & GLOB_PERIOD ? 0 : FNM_PERIOD);
    struct dirent *entry;
    while (!result && (entry = readdir(directory))) {
        char name[NAME_MAX + 1];
        if (fnmatch(part, entry->d_name, how))
            continue;
        memcpy(name, entry->d_name, strlen(entry->d_name) + 1);
        result = go_on(search, name, length, rest);
        search->path[length] = 0;
    }
    closedir(directory);
    return result;
}

static int look(struct search *search, size_t length, const char *rest)
{
    struct stat unused;
    if (*rest == '/' && length && search->path[length - 1] != '/' && !is_directory(search->path))
        return 0;
    for (; *rest == '/' && length + 1 < PATH_MAX; rest++) {
        search->path[length++] = '/';
        search->path[length] = 0;
    }
    if (!*rest)
        return lstat(search->path, &unused) ? 0 : add(search, search->path, search->flags & GLOB_MARK);
    char part[NAME_MAX + 1];
    size_t size = strcspn(rest, "/");
    if (size > NAME_MAX)
        return 0;
    memcpy(part, rest, size);
    part[size] = 0;
    if (!is_plain(part, search->flags))
        return look_among(search, length, part, rest + size);
    size_t kept = 0;
    for (size_t i = 0; i < size; i++) {
        if (part[i] == '\\' && !(search->flags & GLOB_NOESCAPE) && i + 1 < size)
            i++;
        part[kept++] = part[i];
    }
    part[kept] = 0;
    return go_on(search, part, length, rest + size);
}

static int compare(const void *a, const void *b)
{
    return strcoll(*(char *const *)a, *(char *const *)b);
}

/* What was found behind what is there, or behind empty places. */
static int hand_over(const struct search *search, glob_t *to)
{
    size_t empty = search->flags & GLOB_DOOFFS ? to->gl_offs : 0;
    size_t old = search->flags & GLOB_APPEND ? to->gl_pathc : 0;
    char **list = realloc(search->flags & GLOB_APPEND ? to->gl_pathv : NULL,
                          (empty + old + search->count + 1) * sizeof *list);
    if (!list)
        return GLOB_NOSPACE;
    for (size_t i = 0; i < empty && !(search->flags & GLOB_APPEND); i++)
        list[i] = NULL;
    for (size_t i = 0; i < search->count; i++)
        list[empty + old + i] = search->found[i];
    list[empty + old + search->count] = NULL;
    to->gl_pathv = list;
    to->gl_pathc = old + search->count;
    return 0;
}

/* posix: glob globfree
 * explored: directories are read as by opendir and readdir, one after the other.
 * left out: GLOB_BRACE, GLOB_TILDE and the other flags that glibc adds (`unsupported`).
 * faults: as opendir; malloc
 * accesses: r the pattern, w the list.
 * tests: files/glob.c files/glob_ok.c */
int glob(const char *restrict pattern, int flags, int (*on_error)(const char *, int), glob_t *restrict to)
{
    if (flags & ~(GLOB_ERR | GLOB_MARK | GLOB_NOSORT | GLOB_DOOFFS | GLOB_NOCHECK | GLOB_APPEND |
                  GLOB_NOESCAPE | GLOB_PERIOD))
        __augur_unsupported("glob with this flag");
    if (!(flags & GLOB_APPEND)) {
        to->gl_pathc = 0;
        to->gl_pathv = NULL;
    }
    if (!(flags & GLOB_DOOFFS))
        to->gl_offs = 0;
    struct search search;
    search.flags = flags;
    search.on_error = on_error;
    search.found = NULL;
    search.count = 0;
    search.path[0] = 0;
    int result = *pattern ? look(&search, 0, pattern) : 0;
    if (!result && !search.count)
        result = flags & GLOB_NOCHECK ? add(&search, pattern, 0) : GLOB_NOMATCH;
    if (search.count && !(flags & GLOB_NOSORT))
        qsort(search.found, search.count, sizeof *search.found, compare);
    int failed = result == GLOB_NOMATCH ? 0 : hand_over(&search, to);
    for (size_t i = 0; failed && i < search.count; i++)
        free(search.found[i]);
    free(search.found);
    return failed ? failed : result;
}

void globfree(glob_t *list)
{
    size_t empty = list->gl_offs;
    for (size_t i = 0; i < list->gl_pathc; i++)
        free(list->gl_pathv[empty + i]);
    free(list->gl_pathv);
    list->gl_pathc = 0;
    list->gl_pathv = NULL;
}

int glob64(const char *restrict, int, int (*)(const char *, int), glob64_t *restrict)
    __attribute__((alias("glob")));
void globfree64(glob64_t *) __attribute__((alias("globfree")));
