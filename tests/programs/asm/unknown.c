//@ expect: unsupported
//@ native: no
/* What is not known is refused when it is reached, and only then. */
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 10)
        asm volatile("hlt");
    asm volatile("outb %%al, $0x80" : : "a"(0));
    return 0;
}
