//@ expect: unsupported
/* As trap_without_arguments.c, and the address is taken. */
int __divine_choice();
int (*volatile choose)() = __divine_choice;

int main(void)
{
    return choose();
}
