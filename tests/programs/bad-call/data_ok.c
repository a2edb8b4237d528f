//@ expect: safe
// The repaired twin of data.c: a function kept in a void pointer stays a function.
static int seven(void) {
    return 7;
}

void *volatile target = (void *)seven;

int main(void) {
    return ((int (*)(void))target)() == 7 ? 0 : 1;
}
