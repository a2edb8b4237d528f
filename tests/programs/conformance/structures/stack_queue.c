// Stacks and queues in arrays; balanced brackets.
#include <stdio.h>

static int balanced(const char *s)
{
    char stack[32];
    int top = 0;
    for (; *s; s++)
        switch (*s) {
        case '(': stack[top++] = ')'; break;
        case '[': stack[top++] = ']'; break;
        case '{': stack[top++] = '}'; break;
        case ')': case ']': case '}': if (!top || stack[--top] != *s) return 0;
        }
    return !top;
}

int main(void)
{
    const char *tests[] = { "", "()", "([{}])", "(]", "((", "a(b[c]{d}e)f", "}{" };
    for (int i = 0; i < 7; i++) printf("%d", balanced(tests[i]));
    int queue[8], head = 0, count = 0, sum = 0;
    for (int i = 0; i < 30; i++) { if (count < 8) queue[(head + count++) % 8] = i; if (i % 3) sum = sum * 3 % 10007 + queue[head], head = (head + 1) % 8, count--; }
    printf(" %d %d\n", sum, count);
    return 0;
}
