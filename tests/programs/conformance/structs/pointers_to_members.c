// container_of: from a member back to its struct.
#include <stddef.h>
#include <stdio.h>

struct link { struct link *next; };
struct item { int number; struct link link; char letter; };

#define ITEM(p) ((struct item *)((char *)(p) - offsetof(struct item, link)))

int main(void)
{
    struct item items[5];
    struct link *first = 0;
    for (int i = 0; i < 5; i++) {
        items[i].number = i * i, items[i].letter = (char)('a' + i);
        items[i].link.next = first, first = &items[i].link;
    }
    for (struct link *l = first; l; l = l->next)
        printf("%d%c ", ITEM(l)->number, ITEM(l)->letter);
    puts("");
    return ITEM(first)->letter;
}
