//@ opt: O0
// The undefined bits are below the lowest set one.
int main(void) {
    unsigned x[1], u = x[0];
    if (__builtin_ctz(u | 0x10) == 2) // expect: uninit
        return 1;
    return 0;
}
