// qsort and bsearch of structs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char name[8]; int value; };
static int by_name(const void *a, const void *b) { return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name); }
static int by_value(const void *a, const void *b) { const struct entry *x = a, *y = b; return (x->value > y->value) - (x->value < y->value); }

int main(void)
{
    struct entry e[] = { { "mike", 3 }, { "alpha", 9 }, { "zulu", 1 }, { "echo", 7 }, { "bravo", 5 } }, wanted = { "echo", 0 };
    qsort(e, 5, sizeof *e, by_name);
    struct entry *found = bsearch(&wanted, e, 5, sizeof *e, by_name);
    strcpy(wanted.name, "none");
    printf("%d %d\n", found ? found->value : -1, bsearch(&wanted, e, 5, sizeof *e, by_name) == 0);
    qsort(e, 5, sizeof *e, by_value);
    for (int i = 0; i < 5; i++) printf("%s=%d ", e[i].name, e[i].value);
    puts("");
    return 0;
}
