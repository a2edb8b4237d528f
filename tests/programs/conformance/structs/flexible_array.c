// Flexible array members, on the heap and static.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { unsigned length; char bytes[]; };

static struct text fixed = { 5, "fixed" };

static struct text *make(const char *s)
{
    struct text *t = malloc(sizeof *t + strlen(s) + 1);
    if (!t) exit(9);
    t->length = (unsigned)strlen(s);
    memcpy(t->bytes, s, t->length + 1);
    return t;
}

int main(void)
{
    struct text *a = make("hello"), *b = make("");
    printf("%u %s %u [%s] %zu\n", a->length, a->bytes, b->length, b->bytes, sizeof *a);
    printf("%.*s %u\n", (int)fixed.length, fixed.bytes, fixed.length);
    int result = a->bytes[1];
    free(a), free(b);
    return result;
}
