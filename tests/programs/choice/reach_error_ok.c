//@ expect: safe
//@ native: no
// It is not called.
extern void reach_error(void);
extern int __VERIFIER_nondet_bool(void);

int main(void)
{
    int first = __VERIFIER_nondet_bool(), second = __VERIFIER_nondet_bool();
    if (first + second > 2)
        reach_error();
    return 0;
}
