// Function pointers: in variables, tables, structs, as results.
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
struct op { char sign; int (*apply)(int, int); };
static const struct op ops[] = { { '+', add }, { '-', sub }, { '*', mul } };
static int (*choose(char sign))(int, int)
{
    for (int i = 0; i < 3; i++)
        if (ops[i].sign == sign) return ops[i].apply;
    return 0;
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d %c %d = %d\n", 7, ops[i].sign, 3, ops[i].apply(7, 3));
    int (*f)(int, int) = choose('*');
    printf("%d %d %d\n", f(6, 7), (*f)(2, 3), choose('/') == 0);
    return f == mul ? (****f)(2, 5) : 0;
}
