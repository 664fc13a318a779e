-- Dissemination barrier: in round k everyone tells the rank 2^k further on that it is there. After log2(ranks) rounds
-- each has heard, directly or not, of all. The number of ranks need not be a power of two.

creator("barrier", function(call)
  return function(me)
    local nothing = me:scratch(0)             -- a message may be empty
    for round = 0, math.ceil_log2(call.ranks) - 1 do
      local distance = 1 << round
      me:exchange((me.rank + distance) % call.ranks, nothing, (me.rank - distance) % call.ranks, nothing)
    end
  end
end)
