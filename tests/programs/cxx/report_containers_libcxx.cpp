//@ stdlib: libc++
// Containers are shown by what they hold, and what the library does with its own memory is not.
#include <atomic>
#include <cassert>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

struct Account {
    std::string owner;
    int balance;
};

static std::vector<std::string> names{"one", "a name that is too long for the object"};
static std::map<std::string, int> ages;
static std::set<int> numbers;
static std::unique_ptr<Account> own;
static std::shared_ptr<Account> shared, second;
static std::optional<int> maybe, never = 3;
static std::atomic<int> counter;

int main() {
    names.push_back("three");
    names[1] = "two";
    ages["bob"] = 31;
    ages["alice"] = 30;
    for (int i = 3; i > 0; i--)
        numbers.insert(i * i);
    own = std::make_unique<Account>(Account{"alice", 5});
    own->balance = 6;
    shared = std::make_shared<Account>(Account{"bob", 7});
    second = shared;
    maybe = 1;
    never.reset();
    counter++;
    assert(counter == 0); // expect: assert
}
