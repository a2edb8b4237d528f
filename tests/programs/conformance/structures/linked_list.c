// A doubly linked list: insert, remove, reverse, walk both ways.
#include <stdio.h>
#include <stdlib.h>

struct node { int v; struct node *next, *prev; };
static struct node *new_node(int v) { struct node *n = malloc(sizeof *n); if (!n) exit(9); n->v = v, n->next = n->prev = n; return n; }
static void link_after(struct node *at, struct node *n) { n->next = at->next, n->prev = at, at->next->prev = n, at->next = n; }
static void unlink_node(struct node *n) { n->prev->next = n->next, n->next->prev = n->prev; free(n); }

int main(void)
{
    struct node *head = new_node(0);
    for (int i = 1; i < 10; i++) link_after(i % 2 ? head : head->prev, new_node(i));
    for (struct node *n = head->next; n != head;) { struct node *next = n->next; if (n->v % 3 == 0) unlink_node(n); n = next; }
    for (struct node *n = head->next; n != head; n = n->next) printf("%d ", n->v);
    for (struct node *n = head->prev; n != head; n = n->prev) printf("%d ", n->v);
    puts("");
    int sum = 0;
    while (head->next != head) sum += head->next->v, unlink_node(head->next);
    free(head);
    return sum;
}
