//@ expect: safe
// The repaired twin of returned_local.c: static storage lives on.
int *volatile kept;

__attribute__((noinline)) static void keep(void) {
    static int local = 5;
    kept = &local;
}

int main(void) {
    keep();
    return *kept == 5 ? 0 : 1;
}
