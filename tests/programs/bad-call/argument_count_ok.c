//@ expect: safe
// The repaired twin of argument_count.c: cast back before the call.
static int twice(int n) {
    return 2 * n;
}

void (*volatile operation)(void) = (void (*)(void))twice;

int main(void) {
    return ((int (*)(int))operation)(4) == 8 ? 0 : 1;
}
