// Tags in the low bits of pointers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct cell { uintptr_t car, cdr; };

static uintptr_t number(long n) { return (uintptr_t)n << 2 | 1; }
static uintptr_t cons(uintptr_t a, uintptr_t d)
{
    struct cell *c = malloc(sizeof *c);
    if (!c) exit(9);
    c->car = a, c->cdr = d;
    return (uintptr_t)c | 2;
}
static struct cell *cell(uintptr_t v) { return (struct cell *)(v & ~(uintptr_t)3); }
static void release(uintptr_t v) { if ((v & 3) == 2) { struct cell *c = cell(v); release(c->car), release(c->cdr), free(c); } }
static long sum(uintptr_t v) { return (v & 3) == 1 ? (long)v >> 2 : (v & 3) == 2 ? sum(cell(v)->car) + sum(cell(v)->cdr) : 0; }

int main(void)
{
    uintptr_t list = 0;
    for (long i = -5; i < 20; i++)
        list = cons(i % 4 ? number(i) : cons(number(i), number(1)), list);
    long s = sum(list);
    printf("%ld\n", s);
    release(list);
    return (int)s;
}
