// Tentative definitions, extern inside blocks, common symbols.
#include <stdio.h>

int tentative;
int tentative;
extern int later;
static int both;
static int both;
int common_array[4] __attribute__((common));

static int peek(void) { extern int tentative; return tentative; }

int main(void)
{
    tentative = 4, both++, common_array[3] = 2;
    { extern int later; later *= 2; }
    printf("%d %d %d %d\n", peek(), both, later, common_array[0] + common_array[3]);
    return later;
}

int later = 21;
