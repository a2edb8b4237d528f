//@ expect: safe
// The five that belong together.
#include <cstring>
#include <utility>

class Text {
    char *data;

public:
    explicit Text(const char *from) : data(new char[std::strlen(from) + 1]) { std::strcpy(data, from); }
    Text(const Text &other) : Text(other.data) {}
    Text(Text &&other) noexcept : data(std::exchange(other.data, nullptr)) {}
    Text &operator=(Text other) noexcept
    {
        std::swap(data, other.data);
        return *this;
    }
    ~Text() { delete[] data; }
    bool operator==(const char *text) const { return !std::strcmp(data, text); }
};

int main()
{
    Text one("one"), two("two");
    Text other = one;
    one = two;
    two = std::move(other);
    return one == "two" && two == "one" ? 0 : 1;
}
