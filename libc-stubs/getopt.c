/* <getopt.h>: options of the command line, as glibc reads them: arguments that
 * are no options are moved to the end, unless the format starts with + (stop at
 * the first) or - (report them as option 1). */
#include "libc.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* posix: others
 * explored: the options follow from the arguments, in glibc's order. The place is kept in hidden and
 *   in known variables (optind, optarg): two calls at once race.
 * left out: long options after -W (`unsupported`).
 * accesses: r the arguments and the options, w optind, optarg, optopt and their order.
 * tests: races:both_getopt libc/getopt.c */

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* Where inside a group like -abc the next option letter is. Operands that were
 * passed over are argv[skipped … passed); they change places with the options
 * behind them only at the next call, as a program can see by optind. */
static char *group;
static int skipped, passed;

static int is_option(const char *argument) { return argument[0] == '-' && argument[1]; }

/* Moves argv[from] down to place `to`, the ones between up by one. */
static void move(char **argv, int from, int to)
{
    char *argument = argv[from];
    for (; from > to; from--)
        argv[from] = argv[from - 1];
    argv[to] = argument;
}

/* Moves the options that were read since then before the operands. */
static void permute(char **argv)
{
    int count = optind - passed;
    for (int i = 0; i < count; i++)
        move(argv, passed + i, skipped + i);
    skipped += count;
    passed = optind;
}

static int complain(char **argv, const char *format, const char *text, const char *what)
{
    if (opterr && *text != ':')
        fprintf(stderr, format, argv[0], what);
    return '?';
}

static int complain_of_long(char **argv, const char *problem, const char *text,
                            const char *prefix, const char *what)
{
    if (opterr && *text != ':')
        fprintf(stderr, problem, argv[0], prefix, what);
    return '?';
}

static int short_option(int argc, char **argv, const char *text)
{
    char letter[2] = { *group++, 0 };
    const char *found = letter[0] == ':' || letter[0] == ';' ? NULL : strchr(text, letter[0]);
    char *rest = *group ? group : NULL;
    optopt = letter[0];
    if (!rest)
        optind++;
    if (!found) {
        group = rest;
        return complain(argv, "%s: invalid option -- '%s'\n", text, letter);
    }
    if (letter[0] == 'W' && found[1] == ';')
        __augur_unsupported("getopt: long options after -W");
    if (found[1] != ':') {
        group = rest;
        return letter[0];
    }
    group = NULL;
    optarg = rest;
    if (rest)
        optind++;
    else if (found[2] != ':') {
        if (optind >= argc) {
            complain(argv, "%s: option requires an argument -- '%s'\n", text, letter);
            return *text == ':' ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    return letter[0];
}

/* Finds a long option by name or unambiguous beginning; -1 none, -2 several. */
static int find_long(const char *name, size_t length, const struct option *options)
{
    int match = -1;
    for (int i = 0; options[i].name; i++) {
        if (strncmp(options[i].name, name, length) != 0)
            continue;
        if (!options[i].name[length])
            return i;
        int is_same = match >= 0 && options[match].has_arg == options[i].has_arg &&
                      options[match].flag == options[i].flag &&
                      options[match].val == options[i].val;
        match = match == -1 || is_same ? i : -2;
    }
    return match;
}

/* The name stands behind a prefix of one or two dashes. */
static int long_option(int argc, char **argv, const char *text, const char *prefix,
                       const struct option *options, int *index)
{
    const char *name = argv[optind] + strlen(prefix);
    size_t length = strcspn(name, "=");
    int found = find_long(name, length, options);
    optind++;
    optopt = 0;
    if (found < 0)
        return complain_of_long(argv,
                                found == -1 ? "%s: unrecognized option '%s%s'\n"
                                            : "%s: option '%s%s' is ambiguous\n",
                                text, prefix, name);
    const struct option *option = &options[found];
    if (name[length] == '=') {
        if (option->has_arg == no_argument) {
            optopt = option->val;
            return complain_of_long(argv, "%s: option '%s%s' doesn't allow an argument\n", text,
                                    prefix, option->name);
        }
        optarg = (char *)name + length + 1;
    } else if (option->has_arg == required_argument) {
        if (optind >= argc) {
            optopt = option->val;
            complain_of_long(argv, "%s: option '%s%s' requires an argument\n", text, prefix,
                             option->name);
            return *text == ':' ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (index)
        *index = found;
    if (!option->flag)
        return option->val;
    *option->flag = option->val;
    return 0;
}

/* May a word with one dash be a long option? (getopt_long_only) */
static int is_long_with_one_dash(const char *word, const char *text, const struct option *options)
{
    if (!word[2] && strchr(text, word[1]))
        return 0;
    return find_long(word + 1, strcspn(word + 1, "="), options) != -1 || !strchr(text, word[1]);
}

enum { AT_OPTION, AT_OPERAND, AT_END };

/* Goes on to the next word that is an option. */
static int advance(int argc, char **argv, int permutes)
{
    if (passed > optind)
        passed = optind;
    if (skipped > optind)
        skipped = optind;
    if (permutes) {
        if (skipped != passed && passed != optind)
            permute(argv);
        else if (passed != optind)
            skipped = optind;
        while (optind < argc && !is_option(argv[optind]))
            optind++;
        passed = optind;
    }
    if (optind < argc && strcmp(argv[optind], "--") == 0) {
        optind++;
        if (skipped != passed && passed != optind)
            permute(argv);
        else if (skipped == passed)
            skipped = optind;
        passed = optind = argc;
    }
    if (optind >= argc) {
        if (skipped != passed)
            optind = skipped;
        return AT_END;
    }
    return is_option(argv[optind]) ? AT_OPTION : AT_OPERAND;
}

static int next(int argc, char **argv, const char *text, const struct option *options,
                int *index, int is_long_only)
{
    int in_order = *text == '-', stop_early = *text == '+' || getenv("POSIXLY_CORRECT");
    if (in_order || *text == '+')
        text++;
    optarg = NULL;
    if (optind == 0 || !passed) {
        if (!optind)
            optind = 1;
        skipped = passed = optind;
        group = NULL;
    }
    if (group)
        return short_option(argc, argv, text);
    int where = advance(argc, argv, !in_order && !stop_early);
    if (where == AT_END || (where == AT_OPERAND && stop_early))
        return -1;
    if (where == AT_OPERAND) {
        optarg = argv[optind++];
        return 1;
    }
    if (options && argv[optind][1] == '-')
        return long_option(argc, argv, text, "--", options, index);
    if (is_long_only && is_long_with_one_dash(argv[optind], text, options))
        return long_option(argc, argv, text, "-", options, index);
    group = argv[optind] + 1;
    return short_option(argc, argv, text);
}

int getopt(int argc, char *const *argv, const char *text)
{
    return next(argc, (char **)argv, text, NULL, NULL, 0);
}

int __posix_getopt(int argc, char *const *argv, const char *text)
{
    return next(argc, (char **)argv, text, NULL, NULL, 0);
}

int getopt_long(int argc, char *const *argv, const char *text, const struct option *options,
                int *index)
{
    return next(argc, (char **)argv, text, options, index, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *text, const struct option *options,
                     int *index)
{
    return next(argc, (char **)argv, text, options, index, 1);
}
