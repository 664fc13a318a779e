-- Long vectors on nodes of several ranks: each node adds up its vectors; its first rank adds the other nodes' sums by
-- halving (halving.lua), and distributes the result. In two parts: while one is on the wire, the node works on the other.

local nodes = topology.by_node()              -- {{0, 1, 2, 3}, {4, 5, 6, 7}, ...}
local kPiece, kAhead = 32768, 2               -- bytes; so the answer never waits long behind data that is being sent

local function swap(me, call, peer, give, take)
  local bytes, got = math.max(give.count, take.count) * call.element_bytes, {}
  local pieces = math.max(1, math.ceil(bytes / kPiece))
  me:together(function()
    for i = 0, pieces - 1 do
      me:send(peer, give:part(i, pieces), {after = got[i - kAhead]})
      got[i] = me:receive(peer, take:part(i, pieces))
    end
  end)
end

local function halve(me, call, node, bit, sum)                -- afterwards each has the whole sum
  if bit == #nodes then return end
  local peer, upper = nodes[(node ~ bit) + 1][1], node & bit ~= 0 and 1 or 0
  local mine, theirs = sum:part(upper, 2), sum:part(1 - upper, 2)
  local other = me:scratch(mine.count)
  swap(me, call, peer, theirs, other)
  me:combine(other, mine)
  halve(me, call, node, 2 * bit, mine)
  swap(me, call, peer, mine, theirs)
end

creator("allreduce", function(call, next)
  if not call.commutative or call.bytes < 8192 or #nodes & #nodes - 1 ~= 0 then return next(call) end
  local parts = call.bytes < 131072 and 1 or 2
  return function(me)
    for place, ranks in ipairs(nodes) do                      -- a rank has no steps in other nodes
      local tree = flat(ranks, ranks[1])
      local function up(i)
        if i < parts then reduce_up(me, tree, me.input:part(i, parts), me.output:part(i, parts)) end
      end
      local function across(i)
        if me.rank == ranks[1] then halve(me, call, place - 1, 1, me.output:part(i, parts)) end
      end
      local function down(i) if i >= 0 then bcast_down(me, tree, me.output:part(i, parts)) end end
      up(0)
      for i = 0, parts - 1 do
        me:together(function()
          me:in_order(function() across(i) end)
          me:in_order(function() up(i + 1) down(i - 1) end)
        end)
      end
      down(parts - 1)
    end
  end
end)
