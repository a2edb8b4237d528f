// __builtin_object_size of what the compiler can and cannot know.
#include <stdio.h>
#include <stdlib.h>

struct record { char name[12]; int number; };

int main(void)
{
    char text[20];
    struct record r;
    volatile int n = 7;
    char *some = n > 5 ? text + 4 : text;
    printf("%zu %zu %zu\n", __builtin_object_size(text, 0), __builtin_object_size(text + 5, 0),
           __builtin_object_size(r.name, 1));
    printf("%zu\n", __builtin_object_size(&r.number, 0));
    (void)some;
    text[0] = r.name[0] = 'x';
    return text[0] == r.name[0];
}
