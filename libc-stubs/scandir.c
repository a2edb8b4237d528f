/* <dirent.h>: the entries of a directory as a list of their own, sorted. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* posix: scandir
 * explored: as opendir and readdir; each entry is a block of its own.
 * left out: entries that come and go meanwhile, beyond what readdir has.
 * faults: malloc, io
 * accesses: r the name, w the list.
 * tests: libc/directory_list.c libc/directory_list_ok.c libc/directory_selector*.c libc/directory_order*.c */
int scandir(const char *restrict name, struct dirent ***restrict list, int (*select)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **))
{
    DIR *stream = opendir(name);
    if (!stream)
        return -1;
    int saved = errno;
    struct dirent **found = NULL;
    size_t count = 0;
    struct dirent *entry;
    /* What the selector does to errno is no error of the directory's. */
    while (errno = 0, (entry = readdir(stream)) != NULL) {
        if (select && !select(entry))
            continue;
        struct dirent **more = realloc(found, (count + 1) * sizeof *found);
        if (!more)
            break;
        found = more;
        found[count] = malloc(entry->d_reclen);
        if (!found[count])
            break;
        memcpy(found[count++], entry, entry->d_reclen);
    }
    int error = errno;
    closedir(stream);
    if (error) {
        while (count > 0)
            free(found[--count]);
        free(found);
        errno = error;
        return -1;
    }
    if (compare && count > 1)
        qsort(found, count, sizeof *found, (int (*)(const void *, const void *))compare);
    /* Neither is what the comparison does to it. */
    errno = saved;
    *list = found;
    return (int)count;
}

/* posix: alphasort versionsort
 * explored: the result follows from the names.
 * accesses: r the names.
 * tests: libc/directory_list.c libc/directory_list_ok.c */
int alphasort(const struct dirent **a, const struct dirent **b) { return strcoll((*a)->d_name, (*b)->d_name); }
int versionsort(const struct dirent **a, const struct dirent **b) { return strverscmp((*a)->d_name, (*b)->d_name); }

struct dirent64;
int scandir64(const char *restrict, struct dirent64 ***restrict, int (*)(const struct dirent64 *),
              int (*)(const struct dirent64 **, const struct dirent64 **)) __attribute__((alias("scandir")));
int alphasort64(const struct dirent64 **, const struct dirent64 **) __attribute__((alias("alphasort")));
int versionsort64(const struct dirent64 **, const struct dirent64 **) __attribute__((alias("versionsort")));
