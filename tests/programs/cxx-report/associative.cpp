//@ stdlib: libstdc++ libc++
// Maps and sets are shown by what they hold, and what a key leads to by the key.
#include <cassert>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

struct Account {
    std::string owner;
    int balance;
};

static std::map<std::string, int> ages;
static std::map<int, Account> accounts;
static std::map<std::string, std::vector<int>> lists;
static std::multimap<char, int> letters;
static std::set<int, std::greater<int>> numbers;
static std::multiset<std::string> words;
static std::unordered_map<std::string, int> count;
static std::unordered_multimap<int, Account> more;
static std::unordered_set<int> seen;
static std::map<std::string, std::map<int, int>> tables;

int main() {
    ages["bob"] = 31;
    ages["alice"] = 30;
    ages["carol"] = 29;
    ages["bob"]++;
    ages.erase("alice");
    accounts[7] = {"alice", 5};
    accounts.at(7).balance = 6;
    lists["even"].push_back(2);
    lists["even"][0] = 4;
    letters.insert({'a', 1});
    letters.insert({'a', 2});
    for (int i = 1; i <= 3; i++)
        numbers.insert(i * i);
    words.insert("one");
    words.insert("one");
    count["one"] = 1;
    count["two"] = 2;
    count["one"] += 10;
    more.insert({1, {"bob", 3}});
    more.find(1)->second.balance = 4;
    seen.insert(5);
    seen.erase(5);
    tables["squares"][3] = 9;
    int more_numbers[40];
    std::iota(more_numbers, more_numbers + 40, 1);
    seen.insert(more_numbers, more_numbers + 40);
    assert(seen.empty()); // expect: assert
}
