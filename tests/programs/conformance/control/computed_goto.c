// A threaded interpreter with labels as values.
#include <stdio.h>

static int run(const unsigned char *code)
{
    static void *const table[] = { &&halt, &&push, &&add, &&mul, &&dup, &&jump_less, &&swap };
    int stack[16], *top = stack;
    const unsigned char *pc = code;
#define NEXT goto *table[*pc++]
    NEXT;
push: *top++ = *pc++; NEXT;
add: top--, top[-1] += *top; NEXT;
mul: top--, top[-1] *= *top; NEXT;
dup: *top = top[-1], top++; NEXT;
swap: { int t = top[-1]; top[-1] = top[-2], top[-2] = t; NEXT; }
jump_less: { int limit = *pc++, to = *pc++; if (top[-1] < limit) pc = code + to; NEXT; }
halt: return top[-1];
}

int main(void)
{
    static const unsigned char square[] = { 1, 12, 4, 3, 0 };
    static const unsigned char count[] = { 1, 1, 1, 1, 2, 5, 50, 2, 0 };
    printf("%d %d\n", run(square), run(count));
    return run((unsigned char[]){ 1, 3, 1, 4, 6, 2, 0 });
}
