//@ expect: unsupported
// It comes before the library's function of the same name, and before a weak reference to nothing.
int toupper(int);
extern int hidden(void) __attribute__((weak));

__asm__(".globl toupper, hidden\ntoupper: xorl %eax, %eax\n ret\nhidden = toupper");

volatile int letter = 'a';

int main(void) {
    if (hidden)
        return toupper(letter) == 'A' ? 0 : 1;
    return 0;
}
