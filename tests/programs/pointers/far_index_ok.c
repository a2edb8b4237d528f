//@ expect: safe
/* An index far outside, and back again: optimised code splits the sum, and the
 * place in between is nowhere. */
static const long table[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

__attribute__((noinline)) static long pick(int x)
{
    return table[x - 0x6ffffffa];
}

int main(void)
{
    return pick(0x6ffffffc) == 2 && pick(0x70000003) == 9 ? 0 : 1;
}
