-- ---- trees: {root, parent[rank], children[rank]}, of some ranks or of all ------------------------------------------

-- The members in their order, rotated so that the root is first.
local function rotated(members, root)
  members, root = members or all_ranks(), checked_rank(root)
  local begin
  for place, rank in ipairs(need(members, "table", "the members")) do
    if rank == root then begin = place end
  end
  if not begin then fail("the root %d is no member of the tree", root) end
  local line = {}
  for i = 0, #members - 1 do line[i] = checked_rank(members[(begin - 1 + i) % #members + 1]) end
  return line, #members
end

local function put_below(tree, parent, child)
  if tree.parent[child] or child == tree.root then fail("rank %d is twice in a tree", child) end
  tree.parent[child] = parent
  tree.children[parent] = tree.children[parent] or {}
  insert(tree.children[parent], child)
end

-- parent_of(place) is the place of the parent, counted from the root, which is 0. Parents come before their children.
local function tree_by(parent_of, members, root, descending)
  local line, count = rotated(members, root)
  local tree = {root = line[0], parent = {}, children = {}}
  for i = 1, count - 1 do
    local place = descending and count - i or i
    put_below(tree, line[parent_of(place)], line[place])
  end
  return tree
end

local trees = {}
-- The largest parts come first.
function trees.binomial(members, root)
  return tree_by(function(place) return place & (place - 1) end, members, root, true)
end
function trees.flat(members, root) return tree_by(function() return 0 end, members, root) end
function trees.chain(members, root) return tree_by(function(place) return place - 1 end, members, root) end
function trees.of_degree(degree)
  if math.type(degree) ~= "integer" or degree < 1 then fail("a tree of degree %s", text(degree)) end
  return function(members, root) return tree_by(function(place) return (place - 1) // degree end, members, root) end
end

local function leader_of(group, root)
  for _, rank in ipairs(group) do
    if rank == root then return root end
  end
  return group[1] or fail("a group without a member")
end

local function put_tree_below(tree, part)
  for _, parent in ipairs(sorted_keys(part.children)) do
    for _, child in ipairs(part.children[parent]) do put_below(tree, parent, child) end
  end
end

-- A tree of the groups' leaders, of which one is the root, and in each group a tree below its leader.
function trees.hierarchy(groups, root, outer, inner)
  outer, inner, root = outer or trees.flat, inner or trees.binomial, checked_rank(root)
  local leaders = {}
  for place, group in ipairs(need(groups, "table", "the groups")) do leaders[place] = leader_of(group, root) end
  local tree = {root = root, parent = {}, children = {}}
  put_tree_below(tree, outer(leaders, root))
  for place, group in ipairs(groups) do put_tree_below(tree, inner(group, leaders[place])) end
  return tree
end

-- ---- steps ------------------------------------------------------------------------------------------------------------

local function part_of_steps(is_together)
  return function(me, steps)
    c.open(me, is_together)
    need(steps, "function", "the steps")(me)
    c.close(me)
  end
end
c.rank_methods.together = part_of_steps(true)
c.rank_methods.in_order = part_of_steps(false)

function c.rank_methods.exchange(me, to, range, from, into, options)
  c.open(me, true)
  me:send(to, range, options)
  me:receive(from, into, options)
  c.close(me)
end

local function bcast_down(me, tree, range, options)
  local parent = tree.parent[me.rank]
  if parent then me:receive(parent, range, options) end
  c.open(me, true)
  for _, child in ipairs(tree.children[me.rank] or {}) do me:send(child, range, options) end
  c.close(me)
end

-- The children in order of rank, beginning after `me` and wrapping around.
local function in_rank_order(me, children)
  local list = {unpack(children)}
  sort(list, function(a, b) return (a - me.rank) % c.ranks < (b - me.rank) % c.ranks end)
  return list
end

local function combine_children(me, children, from, sum, options)
  local chunk = options and options.chunk
  c.open(me, true)
  local last = from.count > 0 and me:copy(from, sum, options)
  for _, child in ipairs(in_rank_order(me, children)) do
    local part = me:scratch(from.count)
    local arrived = me:receive(child, part, options)
    if last then last = me:combine(part, sum, {chunk = chunk, after = {last, arrived}}) end
  end
  c.close(me)
end

-- `into`: range of the sum; default: scratch. The root's sum is the result. With no elements it is a signal to the root.
local function reduce_up(me, tree, from, into, options)
  local parent, children = tree.parent[me.rank], tree.children[me.rank]
  if parent or me.rank == tree.root then
    local sum = from
    if children or not parent then
      sum = into and into.count == from.count and into or me:scratch(from.count)
      combine_children(me, children or {}, from, sum, options)
    end
    if parent then me:send(parent, sum, options) end
  end
end
