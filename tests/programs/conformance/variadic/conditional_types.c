// The next type depends on a value taken before it.
#include <stdarg.h>
#include <stdio.h>

enum { END, INT, REAL, TEXT, FUNCTION };

static int doubled(int x) { return 2 * x; }

static void walk(int tag, ...)
{
    va_list l;
    va_start(l, tag);
    for (; tag != END; tag = va_arg(l, int))
        switch (tag) {
        case INT: printf("int %d\n", va_arg(l, int)); break;
        case REAL: printf("real %g\n", va_arg(l, double)); break;
        case TEXT: printf("text %s\n", va_arg(l, char *)); break;
        case FUNCTION: { int (*f)(int) = va_arg(l, int (*)(int)); printf("call %d\n", f(va_arg(l, int))); }
        }
    va_end(l);
}

int main(void)
{
    walk(INT, 3, REAL, 0.5, TEXT, "t", FUNCTION, doubled, 21, INT, -1, REAL, 1e10, END);
    walk(END);
    return 0;
}
