//@ expect: safe
//@ stdlib: libstdc++ libc++
// An object that is owned.
#include <memory>

struct Session : std::enable_shared_from_this<Session> {
    std::shared_ptr<Session> me() { return shared_from_this(); }
};

int main()
{
    auto session = std::make_shared<Session>();
    auto other = session->me();
    return session.use_count() - 2;
}
