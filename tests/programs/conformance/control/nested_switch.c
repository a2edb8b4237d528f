// Switches inside switches, loops inside switches, and back.
#include <stdio.h>

static int f(int a, int b)
{
    int r = 0;
    switch (a) {
    case 0:
        switch (b) { case 0: return 1; case 1: r = 2; break; default: r = 3; }
        r += 10;
        break;
    case 1:
        for (int i = 0; i < b; i++) { switch (i) { case 2: continue; case 4: goto out; } r += i; }
    out:
        r *= 2; // fall through
    case 2: { int x = b; while (x--) { if (x == 1) break; r++; } break; }
    default: if (b) case 7: r = 70; else r = 71;
    }
    return r;
}

int main(void)
{
    for (int a = -1; a < 9; a++, puts("")) for (int b = 0; b < 6; b++) printf("%d ", f(a, b));
    return 0;
}
