//@ expect: unsupported
/* A trap that is declared in another way than in augur/traps.h. */
int __divine_choice();

int main(void)
{
    return __divine_choice();
}
