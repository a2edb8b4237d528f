//@ stdlib: libstdc++ libc++
// Memory behind smart pointers and in containers is named as the program reaches it.
#include <cassert>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Node {
    int value = 0;
    std::unique_ptr<Node> next;
    std::weak_ptr<Node> observer;
};

struct Team {
    std::vector<std::shared_ptr<Node>> members;
    std::map<std::string, std::unique_ptr<Node>> roles;
};

static std::unique_ptr<Node> head;
static std::unique_ptr<int[]> table;
static std::shared_ptr<Node> shared;
static std::weak_ptr<Node> weak;
static Team team;

static void set(Node &node, int value) { node.value = value; }

int main() {
    head = std::make_unique<Node>();
    head->next = std::make_unique<Node>();
    head->next->value = 2;
    set(*head->next, 3);
    table = std::make_unique<int[]>(3);
    table[1] = 4;
    shared = std::make_shared<Node>();
    weak = shared;
    shared->value = 5;
    team.members.push_back(shared);
    team.members.push_back(std::make_shared<Node>());
    team.members[1]->value = 6;
    team.roles["lead"] = std::make_unique<Node>();
    team.roles["lead"]->value = 7;
    team.members.clear();
    shared.reset();
    assert(!weak.expired()); // expect: assert
}
