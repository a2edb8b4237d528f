//@ stdlib: libstdc++ libc++
// The lambda has copied the pointer, not the object.
#include <functional>
#include <memory>

struct Button {
    int presses = 0;
    std::function<void()> handler()
    {
        return [this] { presses++; }; // expect: use-after-free
    }
};

int main()
{
    auto button = std::make_unique<Button>();
    auto press = button->handler();
    button.reset();
    press();
}
