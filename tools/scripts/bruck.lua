-- Bruck's algorithms: log2(ranks) rounds with many blocks in each message, instead of a message for each block. Good
-- for short blocks. The received blocks are put in order at the end.

creator("allgather", function(call)
  local n = call.ranks
  return function(me)
    local blocks = me:scratch(n * call.count)             -- block i: from rank me.rank + i
    local function some(first, many) return blocks:slice(first * call.count, many * call.count) end
    me:copy(me.input, some(0, 1))
    local have = 1
    while have < n do
      local many = math.min(have, n - have)
      me:exchange((me.rank - have) % n, some(0, many), (me.rank + have) % n, some(have, many))
      have = have + many
    end
    me:together(function()
      for i = 0, n - 1 do me:copy(some(i, 1), me.output:block((me.rank + i) % n)) end
    end)
  end
end, {unit = 1})

-- Block i must travel i ranks; in round k the blocks with bit k set in i travel 2^k ranks.
creator("alltoall", function(call)
  local n = call.ranks
  return function(me)
    local blocks = me:scratch(n * call.count)             -- block i: for rank me.rank + i, later from me.rank - i
    local sent, got = me:scratch(n * call.count), me:scratch(n * call.count)
    local function one(range, i) return range:slice(i * call.count, call.count) end
    me:together(function()
      for i = 0, n - 1 do me:copy(me.input:block((me.rank + i) % n), one(blocks, i)) end
    end)
    for round = 0, math.ceil_log2(n) - 1 do
      local moved, distance = {}, 1 << round
      for i = 0, n - 1 do
        if i & distance ~= 0 then table.insert(moved, i) end
      end
      me:together(function()
        for place, i in ipairs(moved) do me:copy(one(blocks, i), one(sent, place - 1)) end
      end)
      local many = #moved * call.count
      me:exchange((me.rank + distance) % n, sent:slice(0, many), (me.rank - distance) % n, got:slice(0, many))
      me:together(function()
        for place, i in ipairs(moved) do me:copy(one(got, place - 1), one(blocks, i)) end
      end)
    end
    me:together(function()
      for i = 0, n - 1 do me:copy(one(blocks, i), me.output:block((me.rank - i) % n)) end
    end)
  end
end, {unit = 1})
