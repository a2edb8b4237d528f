//@ args: one
//@ expect: safe
//@ native: no
// The same without a mistake.
#include <assert.h>
#include <stdio.h>

static void say(FILE *where, char **words) {
    fprintf(where, "%s\n", words[1]);
    FILE *file = tmpfile();
    assert(file);
    fclose(file);
}

int main(int argc, char **argv) {
    say(argc > 1 ? stderr : stdout, argv);
    return 0;
}
