// Variable arguments that are aligned more than others.
#include <stdarg.h>
#include <stdio.h>

typedef int v8 __attribute__((vector_size(32)));
struct wide { char c; _Alignas(32) char d; };
struct vector { char c; v8 v; };

static int take(const char *types, ...)
{
    va_list l;
    int r = 0;
    va_start(l, types);
    for (; *types; types++)
        switch (*types) {
        case 'i': r = r * 3 + va_arg(l, int); break;
        case 'w': { struct wide w = va_arg(l, struct wide); r = r * 3 + w.c + w.d; break; }
        case 'v': { struct vector v = va_arg(l, struct vector); r = r * 3 + v.c + v.v[7]; break; }
        case 'L': r = r * 3 + (int)va_arg(l, long double); break;
        case 'x': r = r * 3 + va_arg(l, v8)[5]; break;
        }
    va_end(l);
    return r;
}

int main(void)
{
    struct wide w = { 1, 2 };
    v8 x = { 1, 2, 3, 4, 5, 6, 7, 8 };
    struct vector v = { 5, x };
    printf("%d %d\n", take("iwi", 1, w, 2), take("iiiiiiiwiw", 1, 2, 3, 4, 5, 6, 7, w, 8, w));
    printf("%d %d\n", take("wiiiiiiiwi", w, 1, 2, 3, 4, 5, 6, 7, w, 8), take("ivivi", 1, v, 2, v, 3));
    printf("%d %d\n", take("iLwLiw", 1, 2.0L, w, 3.0L, 4, w), take("ixiixi", 1, x, 2, 3, x, 4));
    return 0;
}
