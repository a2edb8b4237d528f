//@ expect: usage
//@ flags: --cc-arg=-Wl,--defsym=first=second,--defsym=second=first
int first(void);

int main(void) { return first(); }
