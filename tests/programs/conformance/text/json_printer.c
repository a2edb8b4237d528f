// Printing a nested value with indentation.
#include <stdio.h>

enum kind { NUMBER, TEXT, LIST, OBJECT };
struct value { enum kind kind; const char *key; union { double n; const char *s; struct { const struct value *items; int count; }; }; };
static void print(const struct value *v, int depth)
{
    printf("%*s", depth * 2, "");
    if (v->key) printf("\"%s\": ", v->key);
    switch (v->kind) {
    case NUMBER: printf("%g", v->n); break;
    case TEXT: printf("\"%s\"", v->s); break;
    default:
        puts(v->kind == LIST ? "[" : "{");
        for (int i = 0; i < v->count; i++) print(v->items + i, depth + 1), puts(i + 1 < v->count ? "," : "");
        printf("%*s%c", depth * 2, "", v->kind == LIST ? ']' : '}');
    }
}

int main(void)
{
    static const struct value list[] = { { NUMBER, .n = 1.5 }, { TEXT, .s = "two" }, { LIST, .items = 0, .count = 0 } };
    static const struct value members[] = { { LIST, "list", .items = list, .count = 3 }, { NUMBER, "n", .n = -3 } };
    print(&(struct value){ OBJECT, .items = members, .count = 2 }, 0);
    puts("");
    return 0;
}
