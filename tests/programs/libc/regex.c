//@ expect: safe
//@ output: native
//@ needs: musl
// <regex.h> and <fnmatch.h>: what both libraries agree on, which is POSIX.
#define _GNU_SOURCE
#include <fnmatch.h>
#include <regex.h>
#include <stdio.h>

static void match(const char *pattern, int flags)
{
    const char *volatile texts[] = { "", "a", "abc", "aaa", "abcabc", "foo123bar", "2024-02-29", "line\nnext", "ABC",
                                         "x@y.org", "(a)", "aXbXc" };
    regex_t regex;
    int error = regcomp(&regex, pattern, flags);
    printf("%s %d:", pattern, flags);
    if (error) {
        // Which error is a matter of taste.
        printf(" refused\n");
        return;
    }
    printf(" %zu", regex.re_nsub);
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        regmatch_t found[3];
        int result = regexec(&regex, texts[i], 3, found, i % 3 == 1 ? REG_NOTBOL : 0);
        printf(" %d", result);
        if (!result && !(flags & REG_NOSUB))
            printf("(%d-%d,%d-%d)", found[0].rm_so, found[0].rm_eo, found[1].rm_so, found[1].rm_eo);
    }
    printf("\n");
    regfree(&regex);
}

int main(void)
{
    const char *volatile patterns[] = {
        "", "a", "a*", "^a", "c$", "^$", "[a-c]+", "[^a-c]+", "(a|b)*c", "([0-9]+)", "([a-z]+)([0-9]+)",
        "^([0-9]{4})-([0-9]{2})-([0-9]{2})$", "(a)(b)?", "a{2}", "a{2,}", "[[:digit:]]+", "[[:upper:]]", "\\(a\\)", ".X.",
        "x@[a-z]+\\.(org|net)", "[", "a{2,1}", "[[:nope:]]", "[z-a]", "\\", "a|b|", "next",
    };
    for (unsigned i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        match(patterns[i], REG_EXTENDED);
        match(patterns[i], REG_EXTENDED | REG_ICASE | REG_NEWLINE);
        match(patterns[i], REG_EXTENDED | REG_NOSUB);
    }
    const char *volatile basic[] = { "a\\{2\\}", "\\(a*\\)b", "a*", "\\(X\\)b\\1", "a+", "(a)", "[abc]*$" };
    for (unsigned i = 0; i < sizeof basic / sizeof *basic; i++)
        match(basic[i], 0);
    const char *volatile globs[] = { "*", "?", "*.c", "a*b", "[a-c]*", "[!a-c]*", "*/x", "\\*", ".*", "a[]b]c", "**.c",
                                         "[[:alpha:]]*", "" };
    const char *volatile names[] = { "", "a", "main.c", ".hidden", "dir/x", "a]c", "*", "aXXb", "cab", "9", "A.C" };
    for (unsigned i = 0; i < sizeof globs / sizeof *globs; i++) {
        printf("%s:", globs[i]);
        for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
            printf(" %d%d%d%d", fnmatch(globs[i], names[k], 0), fnmatch(globs[i], names[k], FNM_PATHNAME),
                   fnmatch(globs[i], names[k], FNM_PERIOD | FNM_CASEFOLD), fnmatch(globs[i], names[k], FNM_NOESCAPE | FNM_LEADING_DIR));
        printf("\n");
    }
    return 0;
}
