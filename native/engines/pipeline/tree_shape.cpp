#include "native/engines/pipeline/tree_shape.hpp"

#include <algorithm>
#include <bit>

namespace shunt::pipeline {
namespace {

int floor_of_two(int number) { return static_cast<int>(std::bit_floor(static_cast<unsigned>(number))); }

/// Links of `label` in the tree over labels 1 to `count`, whose top is the greatest power of two; 0: none.
TreeLinks links_of_label(int count, int label) {
    TreeLinks links{0, 0, 0};
    int below = 0, end = count;  // the current subtree is below + 1 to end
    for (;;) {
        const int top = below + floor_of_two(end - below);
        if (label == top) {
            if (top - 1 > below) links.left = below + floor_of_two(top - 1 - below);
            if (end > top) links.right = top + floor_of_two(end - top);
            return links;
        }
        links.parent = top;
        if (label < top) end = top - 1;
        else below = top;
    }
}

/// The places of a call as positions in its trees: rotated so that the root's place is the first, where their order
/// does not matter.
class Rotated {
public:
    Rotated(const Places& places, int first) : places_(places), first_(first) {}
    int size() const { return places_.size(); }
    int position_of(int rank) const { return (places_.at(rank) - first_ + size()) % size(); }
    const std::vector<int>& members(int position) const {
        return places_.members[static_cast<std::size_t>((position + first_) % size())];
    }
    int leader(int position) const { return members(position).front(); }

private:
    const Places& places_;
    int first_;
};

/// Ranks from the top of a tree to the root: directly where the root's place is the first, otherwise down the tree.
std::vector<int> way_to_root(const Rotated& places, int tree, int root) {
    int position = top_of_tree(tree, places.size());
    const int last = places.position_of(root);
    std::vector<int> way{places.leader(position)};
    while (position != last) {
        const TreeLinks links = links_in_tree(tree, places.size(), position);
        position = last == 0 ? 0 : last < position ? links.left : links.right;
        way.push_back(places.leader(position));
    }
    if (way.back() != root) way.push_back(root);
    return way;
}

/// The links of one member, as ranks.
struct Family {
    int parent = -1;
    std::vector<int> left, right;  // children whose operands precede, and follow, its own
};

Family family_of(const Rotated& places, int tree, int rank) {
    Family family;
    const int position = places.position_of(rank), leader = places.leader(position);
    if (rank != leader) {
        family.parent = leader;
        return family;
    }
    const TreeLinks links = links_in_tree(tree, places.size(), position);
    if (links.parent >= 0) family.parent = places.leader(links.parent);
    if (links.left >= 0) family.left.push_back(places.leader(links.left));
    const std::vector<int>& members = places.members(position);
    family.right.assign(members.begin() + 1, members.end());
    if (links.right >= 0) family.right.push_back(places.leader(links.right));
    return family;
}

/// Children on other nodes first: they have more to do.
std::vector<int> children(const Family& family) {
    std::vector<int> all(family.right.rbegin(), family.right.rend());
    all.insert(all.begin() + (all.empty() ? 0 : 1), family.left.begin(), family.left.end());
    return all;
}

void climb(Branch& branch, const Family& family) {
    branch.goes_up = true;
    branch.up_from = family.left;
    branch.own_at = family.left.size();
    branch.up_from.insert(branch.up_from.end(), family.right.begin(), family.right.end());
    branch.up_to = family.parent;
}

/// A broadcast goes from the root to the top, and from there to all members not on that path.
void spread(Branch& branch, const Family& family, std::vector<int> way, int rank) {
    branch.comes_down = true;
    branch.down_from = family.parent;
    const auto on_way = std::find(way.begin(), way.end(), rank);
    if (on_way != way.end()) {
        branch.down_from = on_way + 1 != way.end() ? *(on_way + 1) : -1;
        if (on_way != way.begin()) branch.down_to.push_back(*(on_way - 1));
    }
    for (const int child : children(family))
        if (std::find(way.begin(), way.end(), child) == way.end()) branch.down_to.push_back(child);
    branch.delivers = on_way == way.end() || on_way + 1 != way.end();
}

/// The top's result goes to the root alone.
void hand_over(Branch& branch, const std::vector<int>& way, int rank) {
    const auto on_way = std::find(way.begin(), way.end(), rank);
    if (on_way == way.end()) return;
    branch.comes_down = true;
    branch.delivers = on_way + 1 == way.end();
    if (on_way != way.begin()) branch.down_from = *(on_way - 1);
    if (!branch.delivers) branch.down_to.push_back(*(on_way + 1));
}

/// The outermost place of the subtree below `place`.
int outermost(int tree, int count, int place, int TreeLinks::*side) {
    for (int next = place; next >= 0; next = links_in_tree(tree, count, place).*side) place = next;
    return place;
}

/// The sum of a subtree goes up if there are members right of it. The sum of all left of the subtree goes down to it if
/// there are any.
void scan(Branch& branch, int tree, int count, int rank) {
    const TreeLinks links = links_in_tree(tree, count, rank);
    const bool is_first = outermost(tree, count, rank, &TreeLinks::left) == 0;
    const bool is_last = outermost(tree, count, rank, &TreeLinks::right) == count - 1;
    branch.prefix = branch.goes_up = branch.delivers = true;
    if (links.left >= 0) branch.up_from.push_back(links.left);
    branch.own_at = branch.up_from.size();
    if (!is_last && links.right >= 0) branch.up_from.push_back(links.right);
    branch.up_to = is_last ? -1 : links.parent;
    branch.down_from = is_first ? -1 : links.parent;
    if (!is_first && links.left >= 0) branch.down_to.push_back(links.left);
    branch.serves_right = links.right >= 0;
    if (branch.serves_right) branch.down_to.push_back(links.right);
    branch.comes_down = !is_first || branch.serves_right;
}

Branch branch_of(const VectorCall& call, const Rotated& places, int tree, int rank) {
    Branch branch;
    const Family family = family_of(places, tree, rank);
    if (call.operation == Operation::bcast) {
        spread(branch, family, way_to_root(places, tree, call.root), rank);
        return branch;
    }
    if (call.operation == Operation::scan) {
        scan(branch, tree, places.size(), rank);
        return branch;
    }
    climb(branch, family);
    if (call.operation == Operation::reduce) {
        hand_over(branch, way_to_root(places, tree, call.root), rank);
        return branch;
    }
    branch.comes_down = branch.delivers = true;
    branch.down_from = family.parent;
    branch.down_to = children(family);
    return branch;
}

}  // namespace

bool Places::keep_rank_order() const {
    int next = 0;
    for (const auto& place : members)
        for (const int rank : place)
            if (rank != next++) return false;
    return true;
}

Places Places::of_nodes(const std::vector<int>& node_of) {
    Places places;
    std::vector<int> nodes;
    for (int rank = 0; rank < static_cast<int>(node_of.size()); ++rank) {
        const int node = node_of[static_cast<std::size_t>(rank)];
        const auto found = static_cast<std::size_t>(std::find(nodes.begin(), nodes.end(), node) - nodes.begin());
        if (found == nodes.size()) {
            nodes.push_back(node);
            places.members.emplace_back();
        }
        places.members[found].push_back(rank);
        places.place_of.push_back(static_cast<int>(found));
    }
    return places;
}

Places Places::of_ranks(int size) {
    std::vector<int> each;
    for (int rank = 0; rank < size; ++rank) each.push_back(rank);
    return of_nodes(each);
}

TreeLinks links_in_tree(int tree, int count, int place) {
    const int shift = tree == 0 ? 0 : 1;  // the label of place 0
    TreeLinks links;
    if (tree == 0 && place == 0) {
        if (count > 1) links.right = floor_of_two(count - 1);
        return links;
    }
    const TreeLinks labels = links_of_label(count - 1 + shift, place + shift);
    links.parent = labels.parent > 0 ? labels.parent - shift : tree == 0 ? 0 : -1;
    links.left = labels.left > 0 ? labels.left - shift : -1;
    links.right = labels.right > 0 ? labels.right - shift : -1;
    return links;
}

int top_of_tree(int tree, int count) { return tree == 0 ? 0 : floor_of_two(count) - 1; }

std::vector<Branch> branches_of(const VectorCall& call, const Places& places, int rank) {
    const bool turns = call.operation == Operation::bcast || (call.operation == Operation::reduce && call.commutative);
    const Rotated rotated(places, turns ? places.at(call.root) : 0);
    const std::uint64_t elements = call.bytes / call.element_bytes;
    const std::uint64_t half = call.bytes <= call.block_bytes ? call.bytes : (elements + 1) / 2 * call.element_bytes;
    std::vector<Branch> both;
    for (int tree = 0; tree < (half < call.bytes ? 2 : 1); ++tree) {
        both.push_back(branch_of(call, rotated, tree, rank));
        both.back().begin = tree == 0 ? 0 : half;
        both.back().end = tree == 0 ? half : call.bytes;
    }
    return both;
}

std::vector<int> tree_peers(const Places& places, int rank) {
    std::vector<int> all;
    const auto add = [&](int other) {
        if (other != rank && std::find(all.begin(), all.end(), other) == all.end()) all.push_back(other);
    };
    const int place = places.at(rank), size = places.size();
    if (rank != places.leader(place)) return {places.leader(place)};
    for (const int member : places.members[static_cast<std::size_t>(place)]) add(member);
    const auto add_at = [&](int distance) {
        for (const int other : {place + distance, place - distance}) add(places.leader((other % size + size) % size));
    };
    for (int distance = 1; distance < size; distance *= 2) add_at(distance);
    add_at(top_of_tree(1, size));  // from the top of tree 1 to the root's place
    return all;
}

}  // namespace shunt::pipeline
