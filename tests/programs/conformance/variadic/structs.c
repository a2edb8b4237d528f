// Structs of every class through va_arg.
#include <stdarg.h>
#include <stdio.h>

struct small { char a, b, c; };
struct mixed { int i; double d; };
struct floats { float a, b; };
struct large { long n[5]; };
struct pair { long a, b; };

static void show(const char *types, ...)
{
    va_list list;
    va_start(list, types);
    for (; *types; types++)
        if (*types == 's') { struct small s = va_arg(list, struct small); printf("%d %d %d; ", s.a, s.b, s.c); }
        else if (*types == 'm') { struct mixed m = va_arg(list, struct mixed); printf("%d %g; ", m.i, m.d); }
        else if (*types == 'f') { struct floats f = va_arg(list, struct floats); printf("%g %g; ", f.a, f.b); }
        else if (*types == 'l') { struct large l = va_arg(list, struct large); printf("%ld %ld; ", l.n[0], l.n[4]); }
        else if (*types == 'p') { struct pair p = va_arg(list, struct pair); printf("%ld %ld; ", p.a, p.b); }
        else printf("%d; ", va_arg(list, int));
    va_end(list);
    puts("");
}

int main(void)
{
    struct small s = { 1, 2, 3 };
    struct mixed m = { 4, 5.5 };
    struct floats f = { 6.5f, 7.5f };
    struct large l = { { 8, 0, 0, 0, 9 } };
    struct pair p = { 10, 11 };
    show("smflp", s, m, f, l, p);
    show("ppppi", p, p, p, p, 77);
    show("mmmmmmmi", m, m, m, m, m, m, m, 78);
    show("ffffffffffi", f, f, f, f, f, f, f, f, f, f, 79);
    show("iiiiipis", 1, 2, 3, 4, 5, p, 6, s);
    return 0;
}
