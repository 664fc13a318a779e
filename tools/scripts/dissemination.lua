-- Dissemination barrier: in round k each rank notifies the rank 2^k further on. After log2(ranks) rounds each rank has
-- been notified by all others, directly or indirectly. The number of ranks need not be a power of two.

creator("barrier", function(call)
  return function(me)
    local nothing = me:scratch(0)             -- a message may be empty
    for round = 0, math.ceil_log2(call.ranks) - 1 do
      local distance = 1 << round
      me:exchange((me.rank + distance) % call.ranks, nothing, (me.rank - distance) % call.ranks, nothing)
    end
  end
end)
