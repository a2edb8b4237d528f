// A small Forth: words, a dictionary, definitions.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int stack[32], top;
static struct { char name[8]; const char *body; } words[8];
static int used;
static void run(const char *s)
{
    char w[16];
    for (int n; sscanf(s, " %15s%n", w, &n) == 1; s += n) {
        int i = used;
        while (i-- > 0 && strcmp(words[i].name, w)) {}
        if (i >= 0) run(words[i].body);
        else if (isdigit((unsigned char)*w)) stack[top++] = atoi(w);
        else if (!strcmp(w, "+")) top--, stack[top - 1] += stack[top];
        else if (!strcmp(w, "*")) top--, stack[top - 1] *= stack[top];
        else if (!strcmp(w, "-")) top--, stack[top - 1] -= stack[top];
        else if (!strcmp(w, "dup")) stack[top] = stack[top - 1], top++;
        else if (!strcmp(w, "swap")) { int t = stack[top - 1]; stack[top - 1] = stack[top - 2], stack[top - 2] = t; }
        else if (!strcmp(w, ".")) printf("%d ", stack[--top]);
    }
}
static void define(const char *name, const char *body) { strcpy(words[used].name, name), words[used++].body = body; }

int main(void)
{
    define("sq", "dup *"), define("quad", "sq sq"), define("poly", "dup sq swap 3 * + 7 -");
    run("5 sq . 3 quad . 10 poly . 2 3 4 * + .");
    puts("");
    return top;
}
