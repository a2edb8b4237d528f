//@ expect: safe
// A struct with a flexible array member.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct message {
    unsigned length;
    char text[];
};

__attribute__((noinline)) static struct message *make(const char *text) {
    unsigned n = (unsigned)strlen(text) + 1;
    struct message *m = malloc(sizeof *m + n);
    m->length = n;
    memcpy(m->text, text, n);
    return m;
}

int main(void) {
    struct message *m = make("hello");
    assert(m->length == 6 && m->text[4] == 'o' && m->text[5] == 0);
    free(m);
    return 0;
}
