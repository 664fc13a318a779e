-- ---- the ranks and where they are -----------------------------------------------------------------------------------

local function checked_rank(rank)
  if math.type(rank) == "float" then rank = math.tointeger(rank) end
  if math.type(rank) ~= "integer" or rank < 0 or rank >= c.ranks then fail("there is no rank %s", text(rank)) end
  return rank
end

local function all_ranks()
  local ranks = {}
  for rank = 0, c.ranks - 1 do ranks[rank + 1] = rank end
  return ranks
end

-- Groups of ranks with an equal key, in order of their first ranks.
local function groups_by(key_of, members)
  local groups, place_of = {}, {}
  for _, rank in ipairs(members or all_ranks()) do
    local key = key_of(checked_rank(rank))
    if not place_of[key] then
      groups[#groups + 1] = {}
      place_of[key] = #groups
    end
    local group = groups[place_of[key]]
    group[#group + 1] = rank
  end
  return groups
end

local function pattern_of(rank, patterns)
  local _, _, address = c.place(rank)
  for place, pattern in ipairs(patterns) do
    if c.matches(address, need(pattern, "string", "a pattern of addresses")) then return place end
  end
  return 0
end

local function topology()
  local places = {}
  local function place_of(rank)
    rank = checked_rank(rank)
    places[rank] = places[rank] or {c.place(rank)}
    return places[rank]
  end
  local function field(place) return function(rank) return place_of(rank)[place] end end
  local t = {ranks = c.ranks, nodes = c.nodes, all = all_ranks(), node_of = field(1), core_of = field(2),
             address_of = field(3), subnet_of = field(4), switch_of = field(5), measure = c.measure}
  function t.by_node(members) return groups_by(t.node_of, members) end
  function t.by_subnet(members) return groups_by(t.subnet_of, members) end
  function t.by_switch(members) return groups_by(t.switch_of, members) end
  function t.by_address(patterns, members)
    need(patterns, "table", "the patterns")
    return groups_by(function(rank) return pattern_of(rank, patterns) end, members)
  end
  function t.latency(from, to) return (c.link(checked_rank(from), checked_rank(to))) end
  function t.rate(from, to) return select(2, c.link(checked_rank(from), checked_rank(to))) end
  return t
end
