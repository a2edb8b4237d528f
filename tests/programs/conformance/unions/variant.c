// A tagged union passed and returned by value.
#include <stdio.h>

enum kind { NONE, INT, DOUBLE, TEXT, PAIR };
struct variant { enum kind kind; union { int i; double d; const char *s; struct { short a, b; } p; }; };

static struct variant make(int n)
{
    switch (n % 5) {
    case 1: return (struct variant){ INT, .i = n * n };
    case 2: return (struct variant){ DOUBLE, .d = n / 4.0 };
    case 3: return (struct variant){ TEXT, .s = &"abcdefghij"[n % 10] };
    case 4: return (struct variant){ PAIR, .p = { (short)n, (short)-n } };
    default: return (struct variant){ NONE };
    }
}

static void show(struct variant v)
{
    switch (v.kind) {
    case NONE: puts("none"); break;
    case INT: printf("int %d\n", v.i); break;
    case DOUBLE: printf("double %g\n", v.d); break;
    case TEXT: printf("text %s\n", v.s); break;
    case PAIR: printf("pair %d %d\n", v.p.a, v.p.b); break;
    }
}

int main(void)
{
    for (int i = 0; i < 15; i++)
        show(make(i));
    return 0;
}
