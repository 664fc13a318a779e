-- Recursive halving and doubling (Rabenseifner): log2(ranks) rounds in which partners halve the vector between them
-- and add up their halves, then as many in which the halves come together. Good for middle and long vectors.
-- Where the ranks are no power of two, some begin by giving their vector to a neighbour, and get the result at the end.

creator("allreduce", function(call)
  local rounds = math.floor_log2(call.ranks)
  local power = 1 << rounds
  local extra = call.ranks - power            -- so many pairs of neighbours act as one
  local function id_of(rank)                  -- its place among the `power` that act, or none
    if rank >= 2 * extra then return rank - extra end
    return rank % 2 == 0 and rank // 2 or nil
  end
  local function rank_of(id) return id < extra and 2 * id or id + extra end

  local function fold(me, id)                 -- returns whether this rank goes on
    if me.rank >= 2 * extra then return true end
    if not id then
      me:send(me.rank - 1, me.output)
      return false
    end
    local other = me:scratch(call.count)
    me:receive(me.rank + 1, other)
    me:combine(other, me.output)
    return true
  end

  return function(me)
    local id = id_of(me.rank)
    me:copy(me.input, me.output)
    if fold(me, id) then
      local halves, now = {}, me.output
      for round = 0, rounds - 1 do            -- neighbours first: sums stay in order of rank
        local bit = 1 << round
        local upper, peer = id & bit ~= 0, rank_of(id ~ bit)
        local mine, theirs = now:part(upper and 1 or 0, 2), now:part(upper and 0 or 1, 2)
        local arrived = me:scratch(mine.count)
        me:exchange(peer, theirs, peer, arrived)
        if upper then me:combine_left(arrived, mine) else me:combine(arrived, mine) end
        halves[round], now = {peer = peer, mine = mine, theirs = theirs}, mine
      end
      for round = rounds - 1, 0, -1 do
        local half = halves[round]
        me:exchange(half.peer, half.mine, half.peer, half.theirs)
      end
    end
    if me.rank >= 2 * extra then return end
    if id then me:send(me.rank + 1, me.output) else me:receive(me.rank - 1, me.output) end
  end
end)
