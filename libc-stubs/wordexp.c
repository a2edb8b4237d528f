/* <wordexp.h>: words as a shell makes them, but for what needs another process (commands) and for arithmetic and
 * conditions in ${…}, which are `unsupported`. Paths are found as by glob. */
#include "libc.h"
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

/* A word in the making: its text, and the same as a pattern, where what was quoted has a backslash before it. */
struct maker {
    wordexp_t *words;
    int flags;
    char *text, *pattern;
    size_t text_length, pattern_length;
    int is_begun, has_pattern;
};

static int grow(char **buffer, size_t *length, char c)
{
    char *larger = realloc(*buffer, *length + 2);
    if (!larger)
        return WRDE_NOSPACE;
    larger[(*length)++] = c;
    larger[*length] = 0;
    *buffer = larger;
    return 0;
}

static int put(struct maker *maker, char c, int is_quoted)
{
    int is_special = strchr("*?[", c) != NULL;
    maker->is_begun = 1;
    maker->has_pattern |= is_special && !is_quoted;
    int failed = grow(&maker->text, &maker->text_length, c);
    if (!failed && (is_special || c == '\\') && is_quoted)
        failed = grow(&maker->pattern, &maker->pattern_length, '\\');
    return failed ? failed : grow(&maker->pattern, &maker->pattern_length, c);
}

static int add(wordexp_t *words, const char *text)
{
    size_t before = words->we_offs + words->we_wordc;
    char **list = realloc(words->we_wordv, (before + 2) * sizeof *list);
    if (list)
        words->we_wordv = list;
    char *copy = list ? strdup(text) : NULL;
    if (!copy)
        return WRDE_NOSPACE;
    list[before] = copy;
    list[before + 1] = NULL;
    words->we_wordc++;
    return 0;
}

static int end_word(struct maker *maker)
{
    int failed = 0;
    glob_t paths = { 0 };
    if (!maker->is_begun)
        return 0;
    int found = maker->has_pattern ? glob(maker->pattern, 0, NULL, &paths) : GLOB_NOMATCH;
    for (size_t i = 0; !failed && !found && i < paths.gl_pathc; i++)
        failed = add(maker->words, paths.gl_pathv[i]);
    if (!found)
        globfree(&paths);
    else
        failed = found == GLOB_NOSPACE ? WRDE_NOSPACE : add(maker->words, maker->text ? maker->text : "");
    free(maker->text);
    free(maker->pattern);
    maker->text = maker->pattern = NULL;
    maker->text_length = maker->pattern_length = 0;
    maker->is_begun = maker->has_pattern = 0;
    return failed;
}

static int is_name(char c, int is_first)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (!is_first && c >= '0' && c <= '9');
}

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

static int put_value(struct maker *maker, const char *value, int is_quoted)
{
    int failed = 0;
    for (; !failed && *value; value++)
        failed = !is_quoted && is_blank(*value) ? end_word(maker) : put(maker, *value, is_quoted);
    return failed;
}

static int command(const struct maker *maker)
{
    if (!(maker->flags & WRDE_NOCMD))
        __augur_unsupported("wordexp of a command: there are no other processes");
    return WRDE_CMDSUB;
}

/* What stands behind a dollar. */
static int parameter(struct maker *maker, const char **at, int is_quoted)
{
    int has_brace = **at == '{';
    if (**at == '(' && (*at)[1] == '(')
        __augur_unsupported("wordexp of arithmetic");
    if (**at == '(')
        return command(maker);
    const char *start = *at + has_brace, *end = start;
    while (is_name(*end, end == start))
        end++;
    if (end == start && !has_brace)
        return put(maker, '$', is_quoted);
    if (has_brace && *end && *end != '}')
        __augur_unsupported("wordexp of ${…} with more than a name in it");
    if (has_brace && (!*end || end == start))
        return WRDE_SYNTAX;
    *at = end + has_brace;
    char *name = strndup(start, (size_t)(end - start));
    if (!name)
        return WRDE_NOSPACE;
    const char *value = getenv(name);
    free(name);
    if (!value)
        return maker->flags & WRDE_UNDEF ? WRDE_BADVAL : 0;
    return put_value(maker, value, is_quoted);
}

/* Behind a quotation mark, up to the next. */
static int quoted(struct maker *maker, const char **at, char mark)
{
    int failed = 0;
    maker->is_begun = 1;
    while (!failed && **at && **at != mark) {
        char c = *(*at)++;
        if (mark == '"' && c == '`')
            failed = command(maker);
        else if (mark == '"' && c == '$')
            failed = parameter(maker, at, 1);
        else if (mark == '"' && c == '\\' && **at && strchr("$`\"\\", **at))
            failed = put(maker, *(*at)++, 1);
        else
            failed = put(maker, c, 1);
    }
    if (!failed && !**at)
        return WRDE_SYNTAX;
    *at += !failed;
    return failed;
}

static int home(struct maker *maker, const char *at)
{
    const char *value = getenv("HOME");
    if (!value || (*at && *at != '/' && !is_blank(*at)))
        __augur_unsupported("wordexp of a home directory that HOME does not tell");
    return put_value(maker, value, 1);
}

static int expand(struct maker *maker, const char *at)
{
    int failed = 0;
    while (!failed && *at) {
        char c = *at++;
        if (c == ' ' || c == '\t')
            failed = end_word(maker);
        else if (strchr("\n|&;<>(){}", c))
            failed = WRDE_BADCHAR;
        else if (c == '\\' && !*at)
            failed = WRDE_SYNTAX;
        else if (c == '\\')
            failed = put(maker, *at++, 1);
        else if (c == '\'' || c == '"')
            failed = quoted(maker, &at, c);
        else if (c == '`')
            failed = command(maker);
        else if (c == '$')
            failed = parameter(maker, &at, 0);
        else if (c == '~' && !maker->is_begun)
            failed = home(maker, at);
        else
            failed = put(maker, c, 0);
    }
    return failed ? failed : end_word(maker);
}

/* posix: wordexp wordfree
 * explored: quoting, variables, the home directory and patterns; directories are read as by glob.
 * left out: commands, arithmetic, ${…} with conditions, homes of other users (`unsupported`); IFS.
 * faults: malloc
 * accesses: r the words and the environment, w the list.
 * tests: libc/words.c libc/words_ok.c libc/words_command.c */
int wordexp(const char *restrict text, wordexp_t *restrict words, int flags)
{
    if (flags & WRDE_REUSE)
        wordfree(words);
    if (!(flags & WRDE_APPEND)) {
        words->we_wordc = 0;
        words->we_wordv = NULL;
        words->we_offs = flags & WRDE_DOOFFS ? words->we_offs : 0;
        words->we_wordv = calloc(words->we_offs + 1, sizeof *words->we_wordv);
        if (!words->we_wordv)
            return WRDE_NOSPACE;
    }
    wordexp_t before = *words;
    struct maker maker = { .words = words, .flags = flags };
    int failed = expand(&maker, text);
    free(maker.text);
    free(maker.pattern);
    if (failed && failed != WRDE_NOSPACE) {
        for (size_t i = before.we_wordc; i < words->we_wordc; i++)
            free(words->we_wordv[words->we_offs + i]);
        words->we_wordc = before.we_wordc;
        words->we_wordv[words->we_offs + words->we_wordc] = NULL;
        if (!(flags & WRDE_APPEND)) {
            free(words->we_wordv);
            words->we_wordv = NULL;
        }
    }
    return failed;
}

void wordfree(wordexp_t *words)
{
    for (size_t i = 0; words->we_wordv && i < words->we_wordc; i++)
        free(words->we_wordv[words->we_offs + i]);
    free(words->we_wordv);
    words->we_wordv = NULL;
    words->we_wordc = 0;
}
