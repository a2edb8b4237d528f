//@ opt: O0
int main(void) {
    char *name = "verify";
    name[0] = 'V'; // expect: write-to-constant
    return name[0] - 'V';
}
