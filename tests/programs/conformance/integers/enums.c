// Enumerations: values, negative ones, switch over them, fixed types.
#include <stdio.h>

enum color { RED, GREEN = 5, BLUE, LAST = BLUE + 10 };
enum sign { MINUS = -1, ZERO, PLUS };
enum big { HUGE_ONE = 0x7fffffff };
enum tiny : unsigned char { T0, T255 = 255 };

static const char *name(enum color c)
{
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    default: return "?";
    }
}

int main(void)
{
    for (int i = -1; i < 8; i++)
        printf("%s ", name((enum color)i));
    enum sign s = MINUS;
    enum tiny t = T255;
    printf("\n%d %d %d %d %d %zu\n", s, s < ZERO, LAST, HUGE_ONE, t, sizeof t);
    return BLUE;
}
