//@ opt: O0
// A copy of the pointer, not of what it points to; two destructors free it.
//@ expect: double-free
#include <cstring>

class Text {
    char *data;

public:
    explicit Text(const char *from) : data(new char[std::strlen(from) + 1]) { std::strcpy(data, from); }
    ~Text() { delete[] data; }
};

int main()
{
    Text one("one");
    Text other = one;
}
