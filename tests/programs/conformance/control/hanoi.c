// The towers of Hanoi, with an explicit stack and without.
#include <stdio.h>

static int moves, log_;
static void move(int n, int from, int to)
{
    if (!n) return;
    move(n - 1, from, 6 - from - to);
    moves++, log_ = (log_ * 10 + from * 3 + to) % 1000003;
    move(n - 1, 6 - from - to, to);
}

int main(void)
{
    move(7, 1, 3);
    printf("%d %d\n", moves, log_);
    int first = log_;
    struct { int n, from, to; } stack[32];
    int top = 0;
    moves = log_ = 0;
    stack[top].n = 7, stack[top].from = 1, stack[top++].to = 3;
    while (top) {
        int n = stack[--top].n, from = stack[top].from, to = stack[top].to, via = 6 - from - to;
        if (n == 1) { moves++, log_ = (log_ * 10 + from * 3 + to) % 1000003; continue; }
        stack[top].n = n - 1, stack[top].from = via, stack[top++].to = to;
        stack[top].n = 1, stack[top].from = from, stack[top++].to = to;
        stack[top].n = n - 1, stack[top].from = from, stack[top++].to = via;
    }
    return first == log_ ? moves : 0;
}
