//@ args: one
// Arguments, streams and files are called as the program calls them.
#include <assert.h>
#include <stdio.h>

static void say(FILE *where, char **words) {
    fprintf(where, "%s\n", words[1]);
    FILE *file = tmpfile();
    assert(!file); // expect: assert
}

int main(int argc, char **argv) {
    say(argc > 1 ? stderr : stdout, argv);
    return 0;
}
