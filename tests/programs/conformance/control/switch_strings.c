// A switch that becomes a table of pointers.
#include <stdio.h>

static const char *name(int n)
{
    switch (n) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    case 5: return "five";
    case 6: return "six";
    default: return "many";
    }
}
static double value(int n) { switch (n) { case 0: return 0.5; case 1: return 2.5; case 2: return -1; case 3: return 1e9; case 4: return 7; } return 0; }

int main(void)
{
    for (int i = -1; i < 9; i++)
        printf("%s %g\n", name(i), value(i));
    return 0;
}
