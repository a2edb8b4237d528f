// Addresses in initialisers: of elements, members, functions, with offsets.
#include <stdio.h>

static int numbers[5] = { 1, 2, 3, 4, 5 };
static struct { char pad; struct { short a, b[3]; } in; } s = { 1, { 2, { 3, 4, 5 } } };
static int *const ends[] = { numbers, numbers + 4, &numbers[2], numbers + 5 };
static short *const member = &s.in.b[1];
static const char *const text = "hello" + 1, *const names[] = { "a", "bc", [3] = "def" };
static int one(void) { return 1; }
static int (*const functions[])(void) = { one, &one, 0 };
static void *const self = (void *)&self;
static const long distance = (char *)&numbers[4] - (char *)&numbers[1];

int main(void)
{
    printf("%d %d %d %td\n", *ends[0], *ends[1], *ends[2], ends[3] - ends[0]);
    printf("%d %s %s %d %s\n", *member, text, names[1], names[2] == 0, names[3]);
    printf("%d %d %d %d %ld\n", functions[0](), functions[1] == one, functions[2] == 0, self == &self, distance);
    return 0;
}
