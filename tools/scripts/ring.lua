-- Ring: each rank sends to the right and receives from the left, one part of the vector at a time. No byte crosses a
-- link more often than it must: good for long vectors.

-- ranks - 1 rounds in which the sums of the parts grow, then as many in which the sums are passed around.
creator("allreduce", function(call, next)
  if not call.commutative then return next(call) end      -- the sum of each part begins at another rank
  local n = call.ranks
  return function(me)
    local right, left = (me.rank + 1) % n, (me.rank - 1) % n
    local function part(i) return me.output:part(i % n, n) end
    me:copy(me.input, me.output)
    if n == 1 then return end
    local arrived = me:scratch(part(0).count)
    for round = 0, n - 2 do
      local sent, got = part(me.rank - round), part(me.rank - round - 1)
      local into = arrived:slice(0, got.count)
      me:exchange(right, sent, left, into)
      me:combine(into, got)
    end
    for round = 0, n - 2 do
      me:exchange(right, part(me.rank + 1 - round), left, part(me.rank - round))
    end
  end
end)

-- The blocks are passed around the ring.
creator({"allgather", "allgatherv"}, function(call)
  local n = call.ranks
  return function(me)
    local function block(i) return me.output:block(i % n) end
    me:copy(me.input, block(me.rank))
    if n == 1 then return end
    for round = 0, n - 2 do
      me:exchange((me.rank + 1) % n, block(me.rank - round), (me.rank - 1) % n, block(me.rank - round - 1))
    end
  end
end, {unit = 1})

-- Sums of blocks are passed around the ring, and each ends at its owner.
creator({"reduce_scatter", "reduce_scatter_block"}, function(call, next)
  if not call.commutative then return next(call) end
  local n = call.ranks
  return function(me)
    local function block(i) return me.input:block(i % n) end
    local sum = block(me.rank - 1)
    for round = 1, n - 1 do
      local mine = block(me.rank - round - 1)
      local arrived = me:scratch(mine.count)
      me:exchange((me.rank + 1) % n, sum, (me.rank - 1) % n, arrived)
      me:combine(mine, arrived)
      sum = arrived
    end
    me:copy(sum, me.output)
  end
end, {unit = 1})
