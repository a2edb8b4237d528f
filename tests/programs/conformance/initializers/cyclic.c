// Static data that points at itself.
#include <stdio.h>

struct node { const char *name; struct node *next, *prev; const struct node *const *all; };
extern struct node b;
static const struct node *const list[];
static struct node a = { "a", &b, &b, list };
struct node b = { "b", &a, &a, list + 1 };
static const struct node *const list[] = { &a, &b, 0 };

int main(void)
{
    struct node *n = &a;
    for (int i = 0; i < 5; i++, n = n->next) printf("%s", n->name);
    printf(" %s %s %d\n", a.all[1]->name, b.all[0]->prev->name, b.all[1] == 0);
    return 0;
}
