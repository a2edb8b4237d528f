//@ expect: safe
// Assembly outside of functions that defines nothing the program gets to, and runs nothing.
#include <assert.h>

int unused(void);

__asm__("# a comment: .section .init_array\n"
        ".globl unused\n.type unused, @function\nunused: ret\n"
        ".ident \"seven: 7\"\n"
        ".section .note.test,\"\",@progbits\n.long 1\n.text");

int main(void) {
    volatile int never = 0;
    if (never)
        return unused();
    assert(!never);
    return 0;
}
