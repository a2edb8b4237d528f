// A dense switch, with fall-through and a default in the middle.
#include <stdio.h>

static int f(int n)
{
    int r = 0;
    switch (n) {
    case 0: return 100;
    case 1: r += 1; // fall through
    case 2: r += 2; break;
    default: r = -1; break;
    case 3:
    case 4: r += 4; // fall through
    case 5: r += 8; break;
    case 6: r = 7; break;
    case 7: r = 6; break;
    case 8: r = 21; break;
    }
    return r;
}

int main(void)
{
    for (int i = -2; i < 11; i++)
        printf("%d ", f(i));
    puts("");
    return f(4);
}
