//@ expect: safe
//@ native: no
//@ flags: --stdin tests/programs/files/input.txt --file tests/programs/files/input.txt=/etc/conf --env HOME=/root
//@ args: one two
// What the command line gives the program: arguments, environment, input and files.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char line[64];
    int a, b;
    assert(argc == 3 && !strcmp(argv[2], "two"));
    assert(!strcmp(getenv("HOME"), "/root") && !getenv("PATH"));

    assert(fgets(line, sizeof line, stdin) && !strcmp(line, "first line\n"));
    assert(scanf("%d %d", &a, &b) == 2 && a == 12 && b == 34);
    assert(getchar() == '\n' && !feof(stdin));
    assert(getchar() == EOF && feof(stdin));

    FILE *file = fopen("/etc/conf", "r+");
    size_t room = 0;
    char *text = NULL;
    assert(getline(&text, &room, file) == 11 && !strcmp(text, "first line\n"));
    assert(fseek(file, 6, SEEK_SET) == 0 && fputs("LINE", file) >= 0);
    rewind(file);
    assert(getline(&text, &room, file) == 11 && !strcmp(text, "first LINE\n"));
    free(text);
    fclose(file);
    assert(!fopen("/etc/other", "r") && errno == ENOENT);
    return 0;
}
