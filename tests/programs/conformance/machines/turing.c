// A busy beaver and a cellular automaton.
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const struct { char write, move, next; } rule[4][2] = { { { 1, 1, 1 }, { 1, -1, 1 } }, { { 1, -1, 0 }, { 0, -1, 2 } }, { { 1, 1, 4 }, { 1, -1, 3 } }, { { 1, 1, 3 }, { 0, 1, 0 } } };
    unsigned char tape[64] = { 0 };
    int at = 32, state = 0, steps = 0, ones = 0;
    while (state < 4) { int s = tape[at]; tape[at] = (unsigned char)rule[state][s].write; int m = rule[state][s].move; state = rule[state][s].next, at += m, steps++; }
    for (int i = 0; i < 64; i++) ones += tape[i];
    printf("%d %d\n", steps, ones);
    unsigned long row = 1ul << 32;
    for (int t = 0; t < 8; t++) { for (int i = 45; i > 18; i--) putchar(row >> i & 1 ? '#' : '.'); puts(""); row = (row << 1) ^ (row | row >> 1); }
    return ones;
}
