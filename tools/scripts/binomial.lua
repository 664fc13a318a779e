-- Binomial tree: in each round the number of ranks that have the data doubles. Good for short messages.
-- `binomial(members, root)` gives a tree; bcast_down and reduce_up walk it.

creator("bcast", function(call)
  local tree = binomial(topology.all, call.root)
  return function(me) bcast_down(me, tree, me.output) end
end, {unit = 1})

-- Children are combined in order of rank, so that a tree from rank 0 serves operations that do not commute.
-- Any other root gets the result from rank 0 then.
local function reduce(call)
  local top = call.commutative and call.root or 0
  local tree = binomial(topology.all, top)
  return function(me)
    if top == call.root then
      reduce_up(me, tree, me.input, me.output)
      return
    end
    local sum = me.rank == top and me:scratch(me.input.count) or nil
    reduce_up(me, tree, me.input, sum)
    if me.rank == top then me:send(call.root, sum) end
    if me.rank == call.root then me:receive(top, me.output) end
  end
end
creator("reduce", reduce, {unit = 1})

-- Up the tree and down again.
creator("allreduce", function(call)
  local tree = binomial(topology.all, 0)
  return function(me)
    reduce_up(me, tree, me.input, me.output)
    bcast_down(me, tree, me.output)
  end
end, {unit = 1})
