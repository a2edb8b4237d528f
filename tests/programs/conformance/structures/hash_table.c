// Hash tables: chained and open addressing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { struct entry *next; int count; char word[]; };
static struct entry *table[16];
static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 ^ (unsigned char)*s++; return h; }
static struct entry *lookup(const char *w)
{
    struct entry **at = &table[hash(w) % 16];
    while (*at && strcmp((*at)->word, w)) at = &(*at)->next;
    if (!*at) { *at = malloc(sizeof **at + strlen(w) + 1); if (!*at) exit(9); (*at)->next = 0, (*at)->count = 0, strcpy((*at)->word, w); }
    return *at;
}
static int slots[32];
static int add(int key) { unsigned i = (unsigned)key * 2654435761u >> 27; while (slots[i] && slots[i] != key) i = (i + 1) % 32; int fresh = !slots[i]; slots[i] = key; return fresh; }

int main(void)
{
    char text[] = "the cat and the dog and the bird saw the cat";
    for (char *w = strtok(text, " "); w; w = strtok(0, " ")) lookup(w)->count++;
    printf("%d %d %d %d\n", lookup("the")->count, lookup("cat")->count, lookup("bird")->count, lookup("cow")->count);
    int fresh = 0;
    for (int i = 1; i < 60; i++) fresh += add(i * i % 23 + 1);
    for (int i = 0; i < 16; i++) while (table[i]) { struct entry *e = table[i]; table[i] = e->next, free(e); }
    return fresh;
}
