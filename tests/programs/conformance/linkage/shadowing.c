// Scopes: the inner name hides the outer.
#include <stdio.h>

static int x = 1;
struct t { int a; };

int main(void)
{
    int sum = x;
    int x = 10;
    {
        int y = x, x = 100;
        struct t { char a[3]; } t;
        sum += x + y + (int)sizeof t;
        for (int x = 0; x < 3; x++) { int x = 1000; sum += x; }
    }
    sum += x + (int)sizeof(struct t);
    { extern int x_outer(void); sum += x_outer(); }
    printf("%d\n", sum);
    return sum & 127;
}

int x_outer(void) { return x; }
