//@ expect: safe
struct Base {
    __attribute__((noinline)) const char *init() { return name(); }
    virtual const char *name() = 0;
    virtual ~Base() {}
};
struct Derived : Base {
    Derived() { init(); }
    const char *name() override { return "derived"; }
};

int main()
{
    Derived d;
    return d.init()[0] != 'd';
}
