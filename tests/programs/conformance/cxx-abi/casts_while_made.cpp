/* dynamic_cast and typeid in constructors and destructors: the object is what it is by then. */
#include <cstdio>
#include <typeinfo>

struct Base {
    virtual ~Base() { look("~Base"); }
    Base() { look("Base"); }
    void look(const char *where);
};
struct Middle : Base {
    Middle() { look("Middle"); }
    ~Middle() { look("~Middle"); }
};
struct Last : Middle {
    Last() { look("Last"); }
    ~Last() { look("~Last"); }
};
void Base::look(const char *where)
{
    printf("%s: %s, Middle %d, Last %d\n", where, typeid(*this).name(),
           dynamic_cast<Middle *>(this) != nullptr, dynamic_cast<Last *>(this) != nullptr);
}

int main()
{
    Last last;
    return 0;
}
