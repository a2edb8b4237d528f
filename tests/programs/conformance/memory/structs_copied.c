// Copies of parts of structs and of arrays of structs with memcpy.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct s { int id; char name[8]; double w; int *p; };

int main(void)
{
    int target = 7;
    struct s a = { 1, "first", 1.5, &target }, b, c[3];
    memcpy(&b, &a, sizeof a);
    memcpy(c, (struct s[]){ a, b }, 2 * sizeof *c);
    memset(&c[2], 0, sizeof c[2]);
    memcpy(&c[2].name, a.name, sizeof a.name);
    memcpy((char *)&c[2] + offsetof(struct s, p), &b.p, sizeof b.p);
    *c[2].p += 1;
    printf("%d %s %g %d %d %s\n", b.id, c[1].name, c[0].w, *a.p, c[2].id, c[2].name);
    return target;
}
