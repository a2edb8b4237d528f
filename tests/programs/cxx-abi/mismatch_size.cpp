/* Deleted as what it is only a part of: the destructor is not virtual. */
struct Base {
    int a = 1;
    ~Base() {}
};
struct Derived : Base {
    int b[4] = {};
};

__attribute__((noinline)) static Base *make() { return new Derived; }

int main()
{
    Base *base = make();
    delete base; // expect: invalid-free
}
