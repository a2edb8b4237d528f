// A string literal is constant, whatever the pointer's type says.
char *volatile text = "hello";

int main(void) {
    char *t = text;
    t[0] = 'j'; // expect: write-to-constant
    return 0;
}
