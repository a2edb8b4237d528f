// Merge sort of a list and of an array, both stable.
#include <stdio.h>

struct item { int key, number; struct item *next; };
static struct item *merge(struct item *a, struct item *b)
{
    struct item *head = 0, **at = &head;
    while (a && b) if (a->key <= b->key) *at = a, at = &a->next, a = a->next; else *at = b, at = &b->next, b = b->next;
    *at = a ? a : b;
    return head;
}
static struct item *sort(struct item *l)
{
    if (!l || !l->next) return l;
    struct item *slow = l, *fast = l->next;
    while (fast && fast->next) slow = slow->next, fast = fast->next->next;
    struct item *half = slow->next;
    slow->next = 0;
    return merge(sort(l), sort(half));
}

int main(void)
{
    struct item items[20], *l = 0;
    for (int i = 19; i >= 0; i--) items[i] = (struct item){ i * 7 % 6, i, l }, l = &items[i];
    int stable = 1;
    for (l = sort(l); l; l = l->next) {
        printf("%d:%d ", l->key, l->number);
        if (l->next && l->key == l->next->key) stable &= l->number < l->next->number;
    }
    puts("");
    return stable;
}
