-- Flat: the root exchanges messages with every rank directly. Good for few ranks and short messages. Simplest script.

creator("bcast", function(call)
  return function(me)                       -- called once for each rank: adds its steps
    if me.rank ~= call.root then
      me:receive(call.root, me.output)      -- in a Bcast ranks have only `output`
      return
    end
    me:together(function()                  -- these steps need not wait for each other
      for rank = 0, call.ranks - 1 do
        if rank ~= call.root then me:send(rank, me.output) end
      end
    end)
  end
end, {unit = 1})                            -- made once, for one element; valid for any number of elements

creator({"gather", "gatherv"}, function(call)
  return function(me)
    if me.rank ~= call.root then
      me:send(call.root, me.input)
      return
    end
    me:together(function()
      me:copy(me.input, me.output:block(me.rank))
      for rank = 0, call.ranks - 1 do
        if rank ~= call.root then me:receive(rank, me.output:block(rank)) end
      end
    end)
  end
end, {unit = 1})

creator({"alltoall", "alltoallv"}, function(call)
  return function(me)
    me:together(function()
      me:copy(me.input:block(me.rank), me.output:block(me.rank))
      for i = 1, call.ranks - 1 do          -- each rank begins with its neighbour, so that no port is crowded
        local to, from = (me.rank + i) % call.ranks, (me.rank - i) % call.ranks
        me:send(to, me.input:block(to))
        me:receive(from, me.output:block(from))
      end
    end)
  end
end, {unit = 1})

creator({"scatter", "scatterv"}, function(call)
  return function(me)
    if me.rank ~= call.root then
      me:receive(call.root, me.output)
      return
    end
    me:together(function()
      me:copy(me.input:block(me.rank), me.output)
      for rank = 0, call.ranks - 1 do
        if rank ~= call.root then me:send(rank, me.input:block(rank)) end
      end
    end)
  end
end, {unit = 1})
