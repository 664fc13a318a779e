-- Recursive doubling: log2(ranks) rounds in which partners swap their sums. Good for short vectors. If the number of
-- ranks is no power of two, some ranks first send their vector to a neighbour, and receive the result at the end.

creator("allreduce", function(call)
  local rounds = math.floor_log2(call.ranks)
  local extra = call.ranks - (1 << rounds)    -- number of pairs of neighbours that act as one rank
  local function id_of(rank)                  -- the rank's number among the acting ranks, or none
    if rank >= 2 * extra then return rank - extra end
    return rank % 2 == 0 and rank // 2 or nil
  end
  local function rank_of(id) return id < extra and 2 * id or id + extra end

  return function(me)
    local id, paired = id_of(me.rank), me.rank < 2 * extra
    local other = me:scratch(call.count)
    me:copy(me.input, me.output)
    if not id then
      me:send(me.rank - 1, me.output)
      me:receive(me.rank - 1, me.output)
      return
    end
    if paired then
      me:receive(me.rank + 1, other)
      me:combine(other, me.output)
    end
    for round = 0, rounds - 1 do              -- neighbours first: sums stay in order of rank
      local bit = 1 << round
      local peer = rank_of(id ~ bit)
      me:exchange(peer, me.output, peer, other)
      if id & bit ~= 0 then me:combine_left(other, me.output) else me:combine(other, me.output) end
    end
    if paired then me:send(me.rank + 1, me.output) end
  end
end, {unit = 1})
