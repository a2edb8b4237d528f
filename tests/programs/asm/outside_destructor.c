//@ expect: unsupported
// The same for what runs after main.
void end(void) {}

__asm__(".pushsection .fini_array.101, \"aw\" ; .quad end ; .popsection");

int main(void) {
    return 0;
}
