//@ expect: safe
// A breakpoint that is not reached.
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        __asm__ volatile("int3");
    return 0;
}
