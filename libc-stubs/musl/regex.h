/* In place of musl's header: regex_t and regmatch_t as glibc lays them out,
 * since the program's objects have that form. The flags and errors of the two
 * libraries have the same numbers. */
#ifndef AUGUR_REGEX_H
#define AUGUR_REGEX_H

#include <stddef.h>

typedef int regoff_t;
typedef struct {
    void *__opaque;
    unsigned long unused_1[5];
    size_t re_nsub;
    unsigned long unused_2;
} regex_t;
typedef struct {
    regoff_t rm_so, rm_eo;
} regmatch_t;
_Static_assert(offsetof(regex_t, re_nsub) == 48 && sizeof(regex_t) == 64, "as in glibc");

enum { REG_EXTENDED = 1, REG_ICASE = 2, REG_NEWLINE = 4, REG_NOSUB = 8 };
enum { REG_NOTBOL = 1, REG_NOTEOL = 2 };
enum { REG_OK, REG_NOMATCH, REG_BADPAT, REG_ECOLLATE, REG_ECTYPE, REG_EESCAPE, REG_ESUBREG,
       REG_EBRACK, REG_EPAREN, REG_EBRACE, REG_BADBR, REG_ERANGE, REG_ESPACE, REG_BADRPT };

int regcomp(regex_t *restrict, const char *restrict, int);
int regexec(const regex_t *restrict, const char *restrict, size_t, regmatch_t *restrict, int);
void regfree(regex_t *);

#endif
