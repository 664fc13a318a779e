-- Recursive halving and doubling (Rabenseifner): log2(ranks) rounds in which partners halve the vector between them and
-- add up their halves, then as many in which they exchange the results. Good for middle and long vectors. If the number
-- of ranks is no power of two, some ranks first send their vector to a neighbour, and receive the result at the end.

-- In pieces, two ahead: so the answer never waits long behind data that is being sent.
local function swap(me, call, peer, give, take)
  local bytes, got = math.max(give.count, take.count) * call.element_bytes, {}
  local pieces = math.max(1, math.ceil(bytes / 32768))
  me:together(function()
    for i = 0, pieces - 1 do
      me:send(peer, give:part(i, pieces), {after = got[i - 2]})
      got[i] = me:receive(peer, take:part(i, pieces))
    end
  end)
end

creator("allreduce", function(call)
  local rounds = math.floor_log2(call.ranks)
  local power = 1 << rounds
  local extra = call.ranks - power            -- number of pairs of neighbours that act as one rank
  local function id_of(rank)                  -- the rank's number among the `power` acting ranks, or none
    if rank >= 2 * extra then return rank - extra end
    return rank % 2 == 0 and rank // 2 or nil
  end
  local function rank_of(id) return id < extra and 2 * id or id + extra end

  local function fold(me, id)
    if not id then return me:send(me.rank - 1, me.output) end
    if me.rank >= 2 * extra then return end
    local other = me:scratch(call.count)
    me:receive(me.rank + 1, other)
    me:combine(other, me.output)
  end

  return function(me)
    local id = id_of(me.rank)
    me:copy(me.input, me.output)
    fold(me, id)
    if id then
      local halves, now = {}, me.output
      for round = 0, rounds - 1 do            -- neighbours first: sums stay in order of rank
        local bit = 1 << round
        local upper, peer = id & bit ~= 0, rank_of(id ~ bit)
        local mine, theirs = now:part(upper and 1 or 0, 2), now:part(upper and 0 or 1, 2)
        local arrived = me:scratch(mine.count)
        swap(me, call, peer, theirs, arrived)
        if upper then me:combine_left(arrived, mine) else me:combine(arrived, mine) end
        halves[round], now = {peer = peer, mine = mine, theirs = theirs}, mine
      end
      for round = rounds - 1, 0, -1 do
        local half = halves[round]
        swap(me, call, half.peer, half.mine, half.theirs)
      end
    end
    if me.rank < 2 * extra and id then me:send(me.rank + 1, me.output) end
    if not id then me:receive(me.rank - 1, me.output) end
  end
end)
