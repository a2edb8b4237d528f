//@ expect: safe
//@ output: native
// <getopt.h>: permutation, long names, abbreviations, missing arguments.
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int flag;
static const struct option options[] = {
    { "verbose", no_argument, &flag, 7 },   { "version", no_argument, NULL, 'V' }, { "output", required_argument, NULL, 'o' },
    { "level", optional_argument, NULL, 'l' }, { "x", no_argument, NULL, 'x' },    { NULL, 0, NULL, 0 },
};

static void run(const char *text, int is_long, const char *line)
{
    char copy[128], *argv[16] = { "program" };
    int argc = 1, found, index;
    strcpy(copy, line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    optind = 0;
    opterr = 0;
    printf("%s | %s:", text, line);
    for (;;) {
        index = -1;
        flag = 0;
        found = is_long == 2   ? getopt_long_only(argc, argv, text, options, &index)
                : is_long == 1 ? getopt_long(argc, argv, text, options, &index)
                               : getopt(argc, argv, text);
        if (found == -1)
            break;
        printf(" %d", found);
        if (optarg)
            printf("=%s", optarg);
        if (found == '?' || found == ':')
            printf("!%d", optopt);
        if (index >= 0)
            printf("#%d", index);
        if (flag)
            printf("+%d", flag);
    }
    printf(" /");
    for (int i = optind; i < argc; i++)
        printf(" %s", argv[i]);
    printf("\n");
}

int main(void)
{
    static const char *const lines[] = {
        "", "-a", "-ab", "-abvalue", "-a -b value rest", "one -a two -b three four", "-a -- -b", "-x", "-b", "- -a",
        "--verbose", "--ver", "--verb", "--output=file", "--output file", "--output", "--level", "--level=3", "-l3",
        "--version=1", "--nothing", "--out x -a y", "-verbose", "-output f", "-aq one", "-c -copt two", "-W x",
    };
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        run("ab:c::", 0, lines[i]);
        run("+ab:c::", 0, lines[i]);
        run("-ab:c::", 0, lines[i]);
        run(":ab:c::", 0, lines[i]);
        run("ab:l::", 1, lines[i]);
        run(":ab:l::", 1, lines[i]);
        run("ab:l::", 2, lines[i]);
    }
    char *tokens[] = { "ro", "size", NULL }, text[] = "ro,size=5,other=1,,size", *at = text, *value;
    while (*at) {
        int index = getsubopt(&at, tokens, &value);
        printf("%d %s;", index, value ? value : "-");
    }
    printf("\n");
    return 0;
}
