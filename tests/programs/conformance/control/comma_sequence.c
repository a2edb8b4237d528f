// The comma operator and the order it gives.
#include <stdio.h>

static int log_[20], used;
static int note(int n) { return log_[used++] = n; }

int main(void)
{
    int x = (note(1), note(2), note(3));
    for (int i = (note(4), 0), j = 10; note(5), i < j; i += 3, j -= note(1))
        x += i * j;
    int a[3] = { (note(7), 1), 2, (x++, 3) };
    for (int i = 0; i < used; i++)
        printf("%d ", log_[i]);
    printf("%d %d\n", x, a[0] + a[2]);
    return used;
}
