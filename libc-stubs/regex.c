/* <regex.h>, <fnmatch.h>: musl's, behind a check for what only
 * glibc has. */
#include "libc.h"
#include <fnmatch.h>
#include <regex.h>
#include <string.h>

/* posix: others
 * explored: the result follows from the arguments, as musl has it.
 * left out: back references in extended expressions, REG_STARTEND, FNM_EXTMATCH (`unsupported`); what
 *   glibc adds to POSIX; no memory, but for the fault.
 * faults: malloc (regcomp)
 * accesses: r the pattern and the text, r and w the compiled expression, w the matches.
 * tests: races:regcomp races:regexec races:regexec_match races:fnmatch libc/regex.c
 *   libc/unsupported_fnmatch.c */

int augur_regcomp(regex_t *restrict to, const char *restrict pattern, int flags);
int augur_regexec(const regex_t *restrict regex, const char *restrict text, size_t count,
                  regmatch_t *restrict matches, int flags);
void augur_regfree(regex_t *regex);
int augur_fnmatch(const char *pattern, const char *text, int flags);

int regcomp(regex_t *restrict to, const char *restrict pattern, int flags)
{
    for (const char *p = pattern; flags & REG_EXTENDED && *p; p++) {
        if (*p != '\\')
            continue;
        if (!*++p)
            break;
        if (*p >= '1' && *p <= '9')
            __augur_unsupported("regcomp: a back reference in an extended expression");
    }
    return augur_regcomp(to, pattern, flags);
}

int regexec(const regex_t *restrict regex, const char *restrict text, size_t count,
            regmatch_t *restrict matches, int flags)
{
    if (flags & REG_STARTEND)
        __augur_unsupported("regexec with REG_STARTEND");
    return augur_regexec(regex, text, count, matches, flags);
}

void regfree(regex_t *regex) { augur_regfree(regex); }

static const char *const texts[] = {
    "Success", "No match", "Invalid regular expression", "Invalid collation character",
    "Invalid character class name", "Trailing backslash", "Invalid back reference",
    "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{",
    "Invalid content of \\{\\}", "Invalid range end", "Memory exhausted",
    "Invalid preceding regular expression", "Premature end of regular expression",
    "Regular expression too big", "Unmatched ) or \\)",
};

size_t regerror(int error, const regex_t *restrict regex, char *restrict buffer, size_t size)
{
    (void)regex;
    if (error < 0 || error >= (int)(sizeof texts / sizeof *texts))
        __augur_problem(AUGUR_ABORT, "regerror was given a number that is no error");
    size_t needed = strlen(texts[error]) + 1;
    if (size) {
        size_t copied = needed < size ? needed : size;
        memcpy(buffer, texts[error], copied);
        buffer[copied - 1] = 0;
    }
    return needed;
}

int fnmatch(const char *pattern, const char *text, int flags)
{
    if (flags & FNM_EXTMATCH)
        __augur_unsupported("fnmatch with FNM_EXTMATCH");
    return augur_fnmatch(pattern, text, flags);
}
