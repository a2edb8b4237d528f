/* The constructor of the base calls what only the derived class has. */
struct Base {
    Base() { init(); }
    __attribute__((noinline)) void init() { name(); } // expect: abort
    virtual const char *name() = 0;
    virtual ~Base() {}
};
struct Derived : Base {
    const char *name() override { return "derived"; }
};

int main()
{
    Derived d;
}
