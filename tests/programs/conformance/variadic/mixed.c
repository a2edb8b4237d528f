// Integers, floats and pointers in turn, beyond the registers of each class.
#include <stdarg.h>
#include <stdio.h>

static void show(const char *types, ...)
{
    va_list list;
    va_start(list, types);
    for (; *types; types++)
        switch (*types) {
        case 'i': printf("%d ", va_arg(list, int)); break;
        case 'l': printf("%ld ", va_arg(list, long)); break;
        case 'd': printf("%g ", va_arg(list, double)); break;
        case 'L': printf("%Lg ", va_arg(list, long double)); break;
        case 's': printf("%s ", va_arg(list, const char *)); break;
        case 'w': printf("%lx ", (long)(va_arg(list, __int128) >> 64)); break;
        }
    va_end(list);
    puts("");
}

int main(void)
{
    show("idsl", 1, 2.5, "three", 4L);
    show("dddddddddd", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.5, 10.5);
    show("iiiiiiilldd", 1, 2, 3, 4, 5, 6, 7, 8L, 9L, 1.25, 2.25);
    show("LiLdL", 1.5L, 2, 2.5L, 3.5, 4.5L);
    show("wiwliw", (__int128)1 << 100, 1, (__int128)-1, 2L, 3, (__int128)5 << 64);
    show("idididididididididid", 1, .1, 2, .2, 3, .3, 4, .4, 5, .5, 6, .6, 7, .7, 8, .8, 9, .9, 10, 1.);
    return 0;
}
