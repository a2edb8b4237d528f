// A Lisp with cells in an arena: reader, evaluator, printer.
#include <ctype.h>
#include <stdio.h>

struct cell { enum { NIL, NUMBER, SYMBOL, PAIR } kind; union { int n; char s; struct { struct cell *car, *cdr; }; }; };
static struct cell arena[200], nil;
static int used;
static const char *p;
static struct cell *new_cell(int kind) { struct cell *c = &arena[used++]; c->kind = kind; return c; }
static struct cell *read(void)
{
    while (*p == ' ') p++;
    if (isdigit((unsigned char)*p)) { struct cell *c = new_cell(NUMBER); c->n = 0; while (isdigit((unsigned char)*p)) c->n = c->n * 10 + *p++ - '0'; return c; }
    if (*p != '(') { struct cell *c = new_cell(SYMBOL); c->s = *p++; return c; }
    struct cell *list = &nil, **at = &list;
    for (p++; ; ) { while (*p == ' ') p++; if (*p == ')') { p++; return list; } struct cell *c = new_cell(PAIR); c->car = read(), c->cdr = &nil, *at = c, at = &c->cdr; }
}
static int eval(const struct cell *c)
{
    if (c->kind == NUMBER) return c->n;
    char op = c->car->s;
    int r = eval(c->cdr->car);
    if (op == '?') return eval(r ? c->cdr->cdr->car : c->cdr->cdr->cdr->car);
    for (c = c->cdr->cdr; c->kind == PAIR; c = c->cdr) { int v = eval(c->car); r = op == '+' ? r + v : op == '-' ? r - v : op == '*' ? r * v : op == '<' ? r < v : r % v; }
    return r;
}

int main(void)
{
    const char *tests[] = { "42", "(+ 1 2 3)", "(* (+ 1 2) (- 10 4))", "(? (< 3 2) 1 (% 17 5))", "(- (* 2 (+ 3 (* 4 5))) 1 1)" };
    for (int i = 0; i < 5; i++) p = tests[i], used = 0, printf("%d ", eval(read()));
    puts("");
    return used;
}
