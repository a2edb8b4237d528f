//@ expect: unsupported
// Data that only assembly outside of functions defines, reached through a pointer.
extern int table[2];
int *volatile pointer = table;

__asm__(".data\n.globl table\ntable: .long 1, 2\n.text");

int main(void) {
    return pointer[1] == 2 ? 0 : 1;
}
