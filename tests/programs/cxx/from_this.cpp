//@ stdlib: libstdc++ libc++
// Nobody owns the object, so it cannot share itself.
#include <memory>

struct Session : std::enable_shared_from_this<Session> {
    std::shared_ptr<Session> me() { return shared_from_this(); }
};

int main()
{
    Session session;
    return session.me() ? 1 : 0; // expect: uncaught-exception
}
