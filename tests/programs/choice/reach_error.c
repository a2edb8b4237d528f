//@ native: no
// The error function of SV-COMP programs.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    if (__VERIFIER_nondet_bool())
        reach_error(); // expect: assert
    return 0;
}
