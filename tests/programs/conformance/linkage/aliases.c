// Aliases of functions and variables.
#include <stdio.h>

int real_value = 5;
extern int other_value __attribute__((alias("real_value")));
int real(int x) { return x + real_value; }
int alias(int x) __attribute__((alias("real")));
static int hidden(void) { return 9; }
int shown(void) __attribute__((alias("hidden")));

int main(void)
{
    other_value = 7;
    int (*f)(int) = alias;
    printf("%d %d %d %d %d\n", real_value, alias(1), f(2), shown(), &other_value == &real_value);
    return real(3);
}
