//@ expect: unsupported
// A function that only assembly outside of functions defines.
int seven(void);

__asm__(".globl seven\n.type seven, @function\nseven: movl $7, %eax\n ret\n");

int main(void) {
    return seven() == 7 ? 0 : 1;
}
