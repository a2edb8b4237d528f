// Anonymous structs and unions, initialised through their names.
#include <stdio.h>

struct vec { union { struct { float x, y, z; }; float at[3]; }; struct { int id; union { char c; short s; }; }; };

int main(void)
{
    struct vec v = { .x = 1, .y = 2, .z = 3, .id = 7, .s = 300 };
    float dot = 0;
    for (int i = 0; i < 3; i++)
        dot += v.at[i] * v.at[i];
    printf("%g %d %d %d\n", (double)dot, v.id, v.s, v.c);
    v.at[1] = -5;
    return (int)-v.y;
}
