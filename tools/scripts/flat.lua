-- Flat: the root talks to everyone itself. Good for few ranks and short messages, and the simplest script there is.

creator("bcast", function(call)
  return function(me)                       -- called once for each rank: what it does, step by step
    if me.rank ~= call.root then
      me:receive(call.root, me.output)      -- in a Bcast all have `output` alone
      return
    end
    me:together(function()                  -- these steps need not wait for each other
      for rank = 0, call.ranks - 1 do
        if rank ~= call.root then me:send(rank, me.output) end
      end
    end)
  end
end, {unit = 1})                            -- made once, for one element; right for any number of them

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
