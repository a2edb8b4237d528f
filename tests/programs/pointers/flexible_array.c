// The flexible array member is one byte short.
#include <stdlib.h>
#include <string.h>

struct message {
    unsigned length;
    char text[];
};

__attribute__((noinline)) static struct message *make(const char *text) {
    unsigned n = (unsigned)strlen(text);
    struct message *m = malloc(sizeof *m + n);
    m->length = n;
    for (volatile unsigned i = 0; i <= n; i++)
        m->text[i] = text[i]; // expect: out-of-bounds
    return m;
}

char *volatile word = "hello";

int main(void) {
    struct message *m = make(word);
    int n = (int)m->length;
    free(m);
    return n;
}
