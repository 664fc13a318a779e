#include "native/transport/address_agreement.hpp"

namespace shunt::transport {

ToldAddresses addresses_of_host(const std::vector<Interface>& interfaces, std::string_view wanted) {
    return encode(addresses_to_tell(interfaces, wanted));
}

Choice agree_on_addresses(const AgreeingNodes& nodes, std::span<const ToldAddresses> told, const GatherBytes& gather) {
    std::vector<NodeAddresses> by_node;
    for (const int leader : nodes.leaders) by_node.push_back(decode(told[static_cast<std::size_t>(leader)]).value_or(NodeAddresses{}));
    Choice choice = choose_addresses(nodes.own, by_node, nodes.wanted);
    if (choice.outcome.status != Status::again) return choice;
    const auto towards = local_address_towards(choice.route_target);
    const Ipv4 mine = towards.ok() ? towards.value : Ipv4{};
    std::vector<Ipv4> by_rank(told.size()), routed;
    if (!gather(&mine, sizeof mine, by_rank.data())) {
        choice.outcome = {Status::bug, "the members could not tell each other their addresses; please report this"};
        return choice;
    }
    for (const int leader : nodes.leaders) routed.push_back(by_rank[static_cast<std::size_t>(leader)]);
    return choose_routed(by_node, routed);
}

}  // namespace shunt::transport
