int main(void) {
    int *device = (int *)0xfee00000; // No object is there.
    return *device; // expect: invalid-pointer
}
