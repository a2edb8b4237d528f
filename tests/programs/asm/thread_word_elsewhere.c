/* What else lies near %fs is the C library's own. */
//@ expect: unsupported
//@ native: no
int main(void)
{
    unsigned long guard;
    __asm__("movq %%fs:0x28, %0" : "=r"(guard));
    return guard == 1;
}
