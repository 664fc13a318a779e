-- Wrappers: put this file after others, as in `file=ring.lua,timed.lua`. Newer creators are asked first; these know
-- nothing of the steps that they wrap.

-- How often it is called, and how long it takes: Shunt says so at the end, under this name.
wrapper("any", function(steps, call)
  return timed(call.operation .. " of " .. call.count .. " elements", steps)
end)

-- What a program looks like, when it is made: once, since it is kept for the calls to come.
wrapper("any", function(steps, call)
  local most_steps, most_sent = 0, 0
  return function(me)
    steps(me)
    most_steps = math.max(most_steps, me.steps)
    most_sent = math.max(most_sent, me.sent)
    if me.rank == call.ranks - 1 then
      print(string.format("%s: at most %d steps and %d elements sent by a rank", call.operation, most_steps, most_sent))
    end
  end
end)
