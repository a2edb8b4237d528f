// Arrays inside structs are copied with them; the others are not.
#include <stdio.h>
#include <string.h>

struct name { char text[16]; int length; };
struct view { const char *text; int length; };

static struct name shout(struct name n)
{
    for (int i = 0; i < n.length; i++)
        if (n.text[i] >= 'a') n.text[i] -= 32;
    return n;
}

int main(void)
{
    struct name a = { "quiet", 5 }, b = shout(a), c = a;
    struct view v = { a.text, 5 }, w = v;
    a.text[0] = 'X';
    printf("%s %s %s %s %s\n", a.text, b.text, c.text, v.text, w.text);
    struct name list[3] = { a, b, c };
    memcpy(list[0].text, list[2].text, sizeof list[0].text);
    return (int)strlen(list[0].text) + list[0].text[0];
}
