// Pointers to pointers to pointers, and lists changed through them.
#include <stdio.h>

struct node { int v; struct node *next; };

static void insert(struct node **at, struct node *n) { while (*at && (*at)->v < n->v) at = &(*at)->next; n->next = *at, *at = n; }
static void remove_(struct node **at, int v) { while (*at) if ((*at)->v == v) *at = (*at)->next; else at = &(*at)->next; }

int main(void)
{
    struct node nodes[8], *head = 0;
    for (int i = 0; i < 8; i++) nodes[i].v = (i * 5) % 8, insert(&head, &nodes[i]);
    remove_(&head, 3), remove_(&head, 0);
    for (struct node *n = head; n; n = n->next) printf("%d ", n->v);
    int x = 1, *p = &x, **pp = &p, ***ppp = &pp;
    ***ppp += 5, **pp *= 7;
    printf("%d\n", x);
    return x;
}
