//@ expect: safe
//@ native: no
// The shortest endless loop.
int main(void) {
    for (;;) {
    }
}
