//@ expect: div-by-zero
//@ opt: O0
// Nobody wants the quotient, but the processor traps.
int main(int argc, char **argv)
{
    int zero = argc - 1;
    int unused = argc / zero;
    (void)argv;
    return 0;
}
