-- Chain: each rank passes on the parts it receives, so that all links are busy at once. Good for long messages.
-- `chunk`: a step is done in parts of so many elements; the next step begins with the parts that have arrived. The last
-- rank gets its first part after ranks - 2 others: short parts make that time short, but each costs some time itself.

local function chunk_of(call)
  if call.element_bytes == 0 or call.count == 0 then return nil end
  local bytes = call.count * call.element_bytes // 64
  return {chunk = math.max(1, math.min(math.max(bytes, 4096), 65536) // call.element_bytes)}
end

creator("bcast", function(call)
  local tree, options = chain(topology.all, call.root), chunk_of(call)
  return function(me) bcast_down(me, tree, me.output, options) end
end)

-- From the last rank to the first, so that the result is in order of rank.
creator("reduce", function(call, next)
  if not call.commutative and call.root ~= 0 then return next(call) end
  local tree, options = chain(topology.all, call.root), chunk_of(call)
  return function(me) reduce_up(me, tree, me.input, me.output, options) end
end)

-- Each rank adds its own vector to the sum of the lower ranks.
creator("scan", function(call)
  local options = chunk_of(call)
  return function(me)
    me:copy(me.input, me.output, options)
    if me.rank > 0 then
      local before = me:scratch(call.count)
      me:receive(me.rank - 1, before, options)
      me:combine_left(before, me.output, options)   -- output = before op output
    end
    if me.rank < call.ranks - 1 then me:send(me.rank + 1, me.output, options) end
  end
end)

-- As scan, but without the rank's own vector. `output` is written last: in a call in place it is `input`'s memory.
creator("exscan", function(call)
  local options = chunk_of(call)
  return function(me)
    local sum, before = me.input, me:scratch(me.rank > 0 and call.count or 0)
    if me.rank > 0 then
      me:receive(me.rank - 1, before, options)
      sum = me:scratch(call.count)
      me:copy(before, sum, options)
      me:combine(me.input, sum, options)
    end
    if me.rank < call.ranks - 1 then me:send(me.rank + 1, sum, options) end
    if me.rank > 0 then me:copy(before, me.output, options) end
  end
end)
