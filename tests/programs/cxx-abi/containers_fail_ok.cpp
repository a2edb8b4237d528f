//@ expect: safe
//@ exits: 0
//@ flags: --faults malloc
//@ stdlib: libstdc++ libc++
/* Any allocation of the library may fail, also that of an exception's text; nothing is lost. */
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

struct Node {
    std::string name;
    explicit Node(const char *name) : name(name) {}
};

static int work()
{
    try {
        std::vector<std::unique_ptr<Node>> nodes;
        nodes.push_back(std::make_unique<Node>("a name that does not fit into a small buffer"));
        nodes.push_back(std::make_unique<Node>("short"));
        auto shared = std::make_shared<std::string>("another text that is rather long, too");
        throw std::runtime_error("all is well, and here is a long explanation of why");
    } catch (std::bad_alloc &) {
        return 1;
    } catch (std::runtime_error &) {
        return 2;
    }
}

int main() { return work() ? 0 : 1; }
