// A trie over lower-case words.
#include <stdio.h>

struct node { short kid[26]; char end; };
static struct node nodes[80];
static int used = 1;
static void add(const char *w) { int n = 0; for (; *w; w++) { short *k = &nodes[n].kid[*w - 'a']; if (!*k) *k = (short)used++; n = *k; } nodes[n].end = 1; }
static int has(const char *w) { int n = 0; for (; *w; w++) if (!(n = nodes[n].kid[*w - 'a'])) return 0; return nodes[n].end; }
static void list(int n, char *text, int depth)
{
    if (nodes[n].end) text[depth] = 0, printf("%s ", text);
    for (int c = 0; c < 26; c++) if (nodes[n].kid[c]) text[depth] = (char)('a' + c), list(nodes[n].kid[c], text, depth + 1);
}

int main(void)
{
    const char *words[] = { "tea", "ten", "to", "inn", "in", "i", "tent", "team" };
    for (int i = 0; i < 8; i++) add(words[i]);
    char text[16];
    list(0, text, 0);
    printf("%d %d %d %d\n", has("ten"), has("te"), has("x"), used);
    return used;
}
