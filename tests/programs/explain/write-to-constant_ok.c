//@ expect: safe
int main(void) {
    char name[] = "verify"; // A copy, which may be changed.
    name[0] = 'V';
    return name[0] - 'V';
}
